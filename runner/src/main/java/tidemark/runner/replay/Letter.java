package tidemark.runner.replay;

import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import tidemark.operators.types.Schema;

/**
 * A dead letter: a record that could not be decoded, or a row on which a step failed.
 *
 * @param id where it stands: the file of the dead-letter sink and the line, {@code
 *     part-000000003-000.ndjson:2}
 * @param source where it was read, if that is known
 * @param location the file or partition there
 * @param position the line or offset there
 * @param record the record's bytes, Base64; empty for a row
 * @param step the step that failed; empty for a record
 * @param row the row as a JSON object; empty for a record
 */
public record Letter(
    String id,
    Optional<String> source,
    Optional<String> location,
    Optional<Long> position,
    String code,
    String reason,
    Optional<String> record,
    Optional<String> step,
    Optional<String> row) {
  /** Location and position as one text; empty if neither is known. */
  public String place() {
    return location.orElse("") + position.map(p -> ":" + p).orElse("");
  }

  /** The letter as a line of JSON. */
  public String json() {
    return LetterJson.line(this);
  }

  /**
   * The letter with what is told about it as it may be shown. Its data stays: it can be corrected
   * and read again.
   *
   * @param mask hides secrets in a text
   */
  public Letter shown(UnaryOperator<String> mask) {
    return new Letter(
        id, source, location.map(mask), position, code, mask.apply(reason), record, step, row);
  }

  /** This letter with the data of another one, which was corrected by hand. */
  Letter with(Letter corrected) {
    return new Letter(
        id, source, location, position, code, reason, corrected.record, step, corrected.row);
  }

  /** True if both were set aside at one place. */
  boolean isOf(Letter other) {
    return id.equals(other.id)
        && source.equals(other.source)
        && position.equals(other.position)
        && step.equals(other.step);
  }

  /** True if it is a row with just these columns; their values are not looked at. */
  public boolean isRowOf(Schema input) {
    return row.flatMap(LetterJson::names).equals(Optional.of(Set.copyOf(input.names())));
  }

  /** The source or step that it is read by. */
  public String reader() {
    return step.or(() -> source).orElse("");
  }

  /** The micro-batch that wrote it; empty if the file's name does not say. */
  public Optional<Long> batch() {
    String[] parts = id.split("-", 3);
    return parts.length == 3 && parts[1].matches("\\d{1,18}")
        ? Optional.of(Long.parseLong(parts[1]))
        : Optional.empty();
  }

  /**
   * True if its batch was taken back: the checkpoint was set back to before it.
   *
   * @param newest the newest batch that is planned or committed
   */
  public boolean isOfBatchAfter(long newest) {
    return batch().orElse(newest) > newest;
  }
}
