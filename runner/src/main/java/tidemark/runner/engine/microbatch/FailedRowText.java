package tidemark.runner.engine.microbatch;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.RowOrigin;
import tidemark.operators.batch.Selection;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.diagnostics.Written;
import tidemark.operators.failing.FailedRow;
import tidemark.operators.format.ByteSink;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;

/** A row on which a step fails, in words and as JSON. */
final class FailedRowText {
  /** As many characters are shown; the whole of it goes to the dead letters. */
  private static final int SHOWN = 200;

  private FailedRowText() {}

  /**
   * The step that failed, by id. A condition may act before the step that has it, where it is read:
   * then the file says whose it is.
   */
  private static String step(PlanNode node, Failure failure) {
    String path = failure.written().map(w -> w.path()).orElse(node.id());
    String below = PlanNode.step(path);
    int end = below.indexOf('.');
    return end < 0 || below.equals(path) ? below : below.substring(0, end);
  }

  /**
   * The failure with the step, where the row was read, and the values that the expression reads.
   *
   * @param wayOut what can be done besides
   */
  static Failure told(PlanNode node, FailedRow row, String wayOut) {
    Failure failure = row.failure();
    String message =
        "step `%s` fails on a row%s: %s; the row has %s"
            .formatted(
                step(node, failure),
                row.batch().origin().map(o -> " of " + place(o, row.row())).orElse(""),
                failure.getMessage(),
                shown(json(row.batch(), row.row(), row.read())));
    return written(node, failure).saying(message, failure.wayOut() + wayOut);
  }

  /** A failure of a value that was computed of a whole group. */
  static Failure ofGroup(PlanNode node, Failure failure) {
    String step = PlanNode.step(node.id());
    return written(node, failure)
        .saying("step `" + step + "` fails: " + failure.getMessage(), failure.wayOut());
  }

  /** The failure at its operation, or at the step if it is not known which one it is. */
  private static Failure written(PlanNode node, Failure failure) {
    return failure.written().isPresent()
        ? failure
        : failure.at(new Written(node.id(), node.span()));
  }

  private static String place(RowOrigin origin, int row) {
    String source = "source `" + origin.source() + "` at " + origin.location();
    return origin.position(row).isPresent()
        ? source + ":" + origin.position(row).getAsLong()
        : source;
  }

  /** The beginning of a row or a record, without control characters. */
  static String shown(String text) {
    String line = text.replaceAll("\\p{Cntrl}", "\uFFFD");
    return line.length() > SHOWN ? line.substring(0, SHOWN) + "…" : line;
  }

  /** The whole row as a JSON object; columns that JSON has no form for are left out. */
  static String json(Batch batch, int row) {
    return json(batch, row, Set.of());
  }

  /** The columns of these names, all of them if there is none, as a JSON object. */
  private static String json(Batch batch, int row, Set<String> names) {
    List<Field> fields = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < batch.schema().size(); i++) {
      Field field = batch.schema().field(i);
      boolean asked = names.isEmpty() || names.contains(field.name());
      if (asked && Formats.unwritable(Format.NDJSON, new Schema(List.of(field))).isEmpty()) {
        fields.add(field);
        columns.add(batch.column(i));
      }
    }
    Schema schema = new Schema(fields);
    Batch one =
        new Batch(
            schema, columns.toArray(Column[]::new), batch.size(), Selection.of(new int[] {row}, 1));
    ByteSink text = new ByteSink(256);
    Formats.encoder(FormatOptions.of(Format.NDJSON), schema).encode(one, text);
    return text.toString().strip();
  }
}
