package tidemark.runner.engine.microbatch;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
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
  /** Stands among the sources of an offset entry; no source can be named so. */
  static final String SOURCE = "dead-letter";

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

  /** The records, by the scans that read their sources. */
  List<ScanSplit> splits(LogicalPlan plan) {
    Map<String, List<Letter>> bySource = new TreeMap<>();
    letters.stream()
        .filter(l -> l.record().isPresent())
        .forEach(l -> bySource.computeIfAbsent(l.reader(), s -> new ArrayList<>()).add(l));
    List<ScanSplit> splits = new ArrayList<>();
    for (PlanNode node : plan.nodes()) {
      if (node.op() instanceof LogicalOp.Scan scan && bySource.containsKey(scan.source())) {
        splits.add(new ScanSplit(node, new ReplaySplit(request, bySource.get(scan.source()))));
      }
    }
    if (splits.size() < bySource.size()) {
      throw gone(bySource.keySet().toString());
    }
    return splits;
  }

  /** Hands the rows to their steps, on the calling thread. */
  void giveRows(LogicalPlan plan, BatchGraph graph, BatchCounters counters) {
    Map<String, List<Letter>> byStep =
        letters.stream()
            .filter(l -> l.row().isPresent())
            .collect(Collectors.groupingBy(Letter::reader, TreeMap::new, Collectors.toList()));
    byStep.forEach(
        (step, rows) -> {
          PlanNode node = plan.node("steps." + step).orElseThrow(() -> gone("`" + step + "`"));
          Emitter input = graph.inputOf(node);
          try (DecodedLines reader = rows(node.input().schema(), rows)) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
              counters.addInput(batch.count());
              input.emit(batch);
            }
          }
        });
  }

  private DecodedLines rows(Schema schema, List<Letter> rows) {
    BitSet all = new BitSet();
    all.set(0, schema.size());
    BadRecords refused =
        (location, position, buffer, offset, length, reason) -> {
          throw new Failure(
              Code.TM650,
              "the dead letter "
                  + rows.get((int) position - 1).id()
                  + " is no row any more: "
                  + reason,
              "run the pipeline once as it was when the replay was asked for");
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

  private Failure gone(String reader) {
    return new Failure(
        Code.TM650,
        "replay " + request + " is for " + reader + ", which the pipeline no longer has",
        "run the pipeline once as it was when the replay was asked for");
  }
}
