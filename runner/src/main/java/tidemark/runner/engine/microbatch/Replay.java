package tidemark.runner.engine.microbatch;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tidemark.operators.Emitter;
import tidemark.operators.batch.Batch;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.BadRecords;
import tidemark.operators.connector.Range;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.format.DecodedLines;
import tidemark.operators.format.Decoder;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;
import tidemark.operators.plan.LogicalOp;
import tidemark.operators.plan.LogicalPlan;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.types.Schema;
import tidemark.runner.replay.Letter;
import tidemark.runner.replay.ReplayRequests;

/**
 * The dead letters that a micro-batch reads again: records go through their source's scan, rows to
 * the step that failed on them.
 *
 * @param request its number; the same number always gives the same letters
 */
record Replay(long request, List<Letter> letters) {
  Replay {
    letters = List.copyOf(letters);
  }

  static Replay of(long request, ReplayRequests requests) {
    return new Replay(request, requests.letters(request));
  }

  /** The request as an offset entry has it. */
  Range range() {
    long bytes =
        letters.stream()
            .mapToLong(l -> l.record().orElse("").length() + l.row().orElse("").length())
            .sum();
    return new Range(Long.toString(request), bytes);
  }

  /** The request of an offset entry. */
  static long request(Range range) {
    return Long.parseLong(range.json());
  }

  /** The records, by the scans that read their sources and by where they stood. */
  List<ScanSplit> splits(LogicalPlan plan) {
    List<ScanSplit> splits = new ArrayList<>();
    grouped(letters.stream().filter(l -> l.record().isPresent()))
        .forEach(
            (origin, records) -> {
              PlanNode scan =
                  plan.node("sources." + origin.reader())
                      .filter(node -> node.op() instanceof LogicalOp.Scan)
                      .orElseThrow(() -> gone(origin.reader()));
              splits.add(new ScanSplit(scan, new ReplaySplit(origin.location(), records)));
            });
    return splits;
  }

  /** Hands the rows to their steps, on the calling thread. */
  void giveRows(LogicalPlan plan, BatchGraph graph, BatchCounters counters) {
    grouped(letters.stream().filter(l -> l.row().isPresent()))
        .forEach(
            (origin, rows) -> {
              PlanNode node =
                  plan.node("steps." + origin.reader()).orElseThrow(() -> gone(origin.reader()));
              rows.forEach(row -> checkColumns(row, node.input().schema()));
              Emitter input = graph.inputOf(node);
              try (DecodedLines reader = rows(node.input().schema(), rows)) {
                for (Batch next = reader.next(); next != null; next = reader.next()) {
                  Batch batch = origin.of(next, rows, reader);
                  counters.addInput(batch.count());
                  input.emit(batch);
                }
              }
            });
  }

  /** What letters have in common: who reads them, and where they stood; empty if not known. */
  private record Origin(String reader, String source, String location) {
    Batch of(Batch batch, List<Letter> rows, DecodedLines reader) {
      return source.isEmpty() || location.isEmpty()
          ? batch
          : batch.from(new SplitOrigin(source, new ReplaySplit(location, rows), reader));
    }
  }

  private static Map<Origin, List<Letter>> grouped(Stream<Letter> letters) {
    return letters.collect(
        Collectors.groupingBy(
            l -> new Origin(l.reader(), l.source().orElse(""), l.location().orElse("")),
            LinkedHashMap::new,
            Collectors.toList()));
  }

  private DecodedLines rows(Schema schema, List<Letter> rows) {
    BitSet all = new BitSet();
    all.set(0, schema.size());
    BadRecords refused =
        (location, position, buffer, offset, length, reason) -> {
          throw noRow(rows.get((int) position - 1), reason);
        };
    Decoder decoder =
        Formats.decoder(
            FormatOptions.of(Format.NDJSON),
            schema,
            all,
            BadRecordPolicy.FAIL,
            Optional.empty(),
            refused,
            "replay " + request);
    String lines =
        rows.stream().map(l -> l.row().orElseThrow() + "\n").collect(Collectors.joining());
    return new DecodedLines(decoder, lines.getBytes(StandardCharsets.UTF_8));
  }

  /** A name that the step's input no longer has, or has since, would silently be null. */
  private static void checkColumns(Letter row, Schema input) {
    if (!row.isRowOf(input)) {
      throw noRow(row, "its columns are not those of the step's input");
    }
  }

  private static Failure noRow(Letter letter, String reason) {
    return new Failure(
        Code.TM650,
        "the dead letter " + letter.id() + " is no row any more: " + reason,
        "run the pipeline once as it was when the replay was asked for");
  }

  private Failure gone(String reader) {
    return new Failure(
        Code.TM650,
        "replay " + request + " is for `" + reader + "`, which the pipeline no longer has",
        "run the pipeline once as it was when the replay was asked for");
  }
}
