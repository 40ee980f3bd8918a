package tidemark.runner.replay;

import java.util.Optional;

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
}
