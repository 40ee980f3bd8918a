package tidemark.statestore.checkpoint;

import tidemark.statestore.StateRef;
import tidemark.statestore.changelog.StateRefJson;
import tidemark.statestore.files.CheckedJson;
import tidemark.statestore.files.JsonReader;
import tidemark.statestore.files.JsonWriter;

/** How an entry of a log looks as a file: FORMAT.md section 3. */
interface EntryFormat<E> {
  EntryFormat<OffsetEntry> OFFSETS = new OffsetFormat();
  EntryFormat<CommitEntry> COMMITS = new CommitFormat();

  String folder();

  long batch(E entry);

  byte[] encode(E entry);

  /** Reads an entry; damage is a failure that names the path. */
  E decode(byte[] content, String path);

  private static void writeWatermark(JsonWriter json, WatermarkState watermark) {
    json.name("watermark")
        .beginObject()
        .member("global", watermark.globalMillis())
        .member("previous", watermark.previousGlobalMillis())
        .longs("nodes", watermark.perNodeMillis())
        .endObject();
  }

  private static WatermarkState readWatermark(JsonReader json) {
    Members found = new Members();
    json.object(
        name -> {
          switch (name) {
            case "global", "previous" -> found.put(name, json.number());
            case "nodes" -> found.put(name, json.longs());
            default -> json.skip();
          }
        });
    return new WatermarkState(
        found.number("global"), found.number("previous"), found.longs("nodes"));
  }

  /** Format of {@code offsets/N}. */
  final class OffsetFormat implements EntryFormat<OffsetEntry> {
    private OffsetFormat() {}

    @Override
    public String folder() {
      return "offsets";
    }

    @Override
    public long batch(OffsetEntry entry) {
      return entry.batch();
    }

    @Override
    public byte[] encode(OffsetEntry entry) {
      return CheckedJson.encode(
          json -> {
            json.member("batch", entry.batch())
                .member("previous", entry.previousBatch())
                .member("epoch", entry.epoch())
                .member("plan", entry.planGeneration())
                .member("time", entry.batchTimeMillis());
            writeWatermark(json, entry.watermark());
            json.raws("sources", entry.sources()).raws("extra", entry.extra());
          });
    }

    @Override
    public OffsetEntry decode(byte[] content, String path) {
      Members found = new Members();
      CheckedJson.decode(
          content,
          path,
          (name, json) -> {
            switch (name) {
              case "batch", "previous", "epoch", "plan", "time" -> found.put(name, json.number());
              case "watermark" -> found.put(name, readWatermark(json));
              case "sources", "extra" -> found.put(name, json.raws());
              default -> json.skip();
            }
          });
      return found.make(
          path,
          () ->
              new OffsetEntry(
                  found.number("batch"),
                  found.number("previous"),
                  found.number("epoch"),
                  (int) found.number("plan"),
                  found.number("time"),
                  found.value("watermark", WatermarkState.class),
                  found.strings("sources"),
                  found.strings("extra")));
    }
  }

  /** Format of {@code commits/N}. */
  final class CommitFormat implements EntryFormat<CommitEntry> {
    private CommitFormat() {}

    @Override
    public String folder() {
      return "commits";
    }

    @Override
    public long batch(CommitEntry entry) {
      return entry.batch();
    }

    @Override
    public byte[] encode(CommitEntry entry) {
      return CheckedJson.encode(
          json -> {
            json.member("batch", entry.batch())
                .member("epoch", entry.epoch())
                .member("plan", entry.planGeneration());
            writeWatermark(json, entry.next());
            StateRefJson.write(json, entry.state());
            json.strings("sinks", entry.sinks())
                .longs("counts", entry.counts())
                .raws("extra", entry.extra());
          });
    }

    @Override
    public CommitEntry decode(byte[] content, String path) {
      Members found = new Members();
      CheckedJson.decode(
          content,
          path,
          (name, json) -> {
            switch (name) {
              case "batch", "epoch", "plan" -> found.put(name, json.number());
              case "watermark" -> found.put(name, readWatermark(json));
              case "state" -> found.put(name, StateRefJson.read(json));
              case "sinks" -> found.put(name, json.strings());
              case "counts" -> found.put(name, json.longs());
              case "extra" -> found.put(name, json.raws());
              default -> json.skip();
            }
          });
      return found.make(
          path,
          () ->
              new CommitEntry(
                  found.number("batch"),
                  found.number("epoch"),
                  (int) found.number("plan"),
                  found.value("watermark", WatermarkState.class),
                  found.value("state", StateRef.class),
                  found.strings("sinks"),
                  found.longs("counts"),
                  found.strings("extra")));
    }
  }
}
