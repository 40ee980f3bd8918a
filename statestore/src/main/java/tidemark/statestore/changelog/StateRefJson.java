package tidemark.statestore.changelog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.statestore.StateRef;
import tidemark.statestore.StoreId;
import tidemark.statestore.files.JsonReader;
import tidemark.statestore.files.JsonWriter;

/** A state reference as the JSON member {@code state} of a commit: FORMAT.md section 3. */
public final class StateRefJson {
  private StateRefJson() {}

  public static void write(JsonWriter json, StateRef ref) {
    json.name("state").beginObject().member("version", ref.version());
    ref.snapshot()
        .ifPresent(
            snapshot ->
                json.name("snapshot")
                    .beginObject()
                    .member("name", snapshot.name())
                    .member("version", snapshot.version())
                    .member("bytes", snapshot.bytes())
                    .endObject());
    json.name("segments").beginArray();
    for (StateRef.Segment segment : ref.segments()) {
      json.element()
          .beginObject()
          .member("name", segment.name())
          .member("bytes", segment.bytes())
          .member("raw", segment.rawBytes())
          .member("sorted", segment.ascending())
          .endObject();
    }
    json.endArray().name("stores").beginArray();
    for (StateRef.Size size : ref.stores()) {
      json.element()
          .beginObject()
          .member("owner", size.id().owner())
          .member("name", size.id().name())
          .member("rows", size.rows())
          .member("bytes", size.bytes())
          .endObject();
    }
    json.endArray().endObject();
  }

  /** Reads the value of the member. */
  public static StateRef read(JsonReader json) {
    long[] version = {-1};
    List<StateRef.Snapshot> snapshot = new ArrayList<>();
    List<StateRef.Segment> segments = new ArrayList<>();
    List<StateRef.Size> stores = new ArrayList<>();
    json.object(
        name -> {
          switch (name) {
            case "version" -> version[0] = json.number();
            case "snapshot" -> snapshot.add(snapshot(new Fields(json)));
            case "segments" -> json.array(() -> segments.add(segment(new Fields(json))));
            case "stores" -> json.array(() -> stores.add(size(new Fields(json))));
            default -> json.skip();
          }
        });
    return new StateRef(version[0], snapshot.stream().findFirst(), segments, stores);
  }

  private static StateRef.Snapshot snapshot(Fields fields) {
    return new StateRef.Snapshot(
        fields.text("name"), fields.number("version"), fields.number("bytes"));
  }

  private static StateRef.Segment segment(Fields fields) {
    return new StateRef.Segment(
        fields.text("name"), fields.number("bytes"), fields.number("raw"), fields.flag("sorted"));
  }

  private static StateRef.Size size(Fields fields) {
    return new StateRef.Size(
        new StoreId(fields.text("owner"), fields.text("name")),
        fields.number("rows"),
        fields.number("bytes"));
  }

  /** The members of a flat object of strings and numbers. */
  private static final class Fields {
    private final Map<String, String> values = new HashMap<>();

    Fields(JsonReader json) {
      json.object(name -> values.put(name, json.raw()));
    }

    private JsonReader value(String name) {
      return new JsonReader(
          Optional.ofNullable(values.get(name))
              .orElseThrow(() -> new IllegalArgumentException("member " + name + " is missing")));
    }

    String text(String name) {
      return value(name).string();
    }

    boolean flag(String name) {
      return value(name).bool();
    }

    long number(String name) {
      return value(name).number();
    }
  }
}
