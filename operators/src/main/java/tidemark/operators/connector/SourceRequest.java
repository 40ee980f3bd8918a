package tidemark.operators.connector;

import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.types.Schema;

/**
 * A source as the pipeline declares it.
 *
 * @param columns the declared columns, if any
 * @param places where the types of declared columns stand, by name; a column may have none
 * @param badRecordColumn where the raw record goes under {@link BadRecordPolicy#KEEP}
 * @param limits how much one micro-batch may take
 * @param zone the zone of texts without offset
 * @param start where it begins if nothing of it was read yet
 */
public record SourceRequest(
    String id,
    Options options,
    Optional<Schema> columns,
    Map<String, Span> places,
    BadRecordPolicy badRecords,
    Optional<String> badRecordColumn,
    BatchLimits limits,
    ZoneId zone,
    Start start) {
  public SourceRequest {
    places = Map.copyOf(places);
  }

  /** A source whose columns stand in no file. */
  public SourceRequest(
      String id,
      Options options,
      Optional<Schema> columns,
      BadRecordPolicy badRecords,
      Optional<String> badRecordColumn,
      BatchLimits limits,
      ZoneId zone,
      Start start) {
    this(id, options, columns, Map.of(), badRecords, badRecordColumn, limits, zone, start);
  }

  /** The same with other limits. */
  public SourceRequest withLimits(BatchLimits limits) {
    return new SourceRequest(
        id, options, columns, places, badRecords, badRecordColumn, limits, zone, start);
  }

  /** The same with these columns declared. */
  public SourceRequest withColumns(Schema declared) {
    return new SourceRequest(
        id,
        options,
        Optional.of(declared),
        places,
        badRecords,
        badRecordColumn,
        limits,
        zone,
        start);
  }

  /** Where a column's type stands, or the other place if it stands nowhere. */
  public Span place(String column, Span otherwise) {
    return places.getOrDefault(column, otherwise);
  }

  /**
   * Where the first declared type stands that is none of these columns'; the other place if there
   * is none.
   */
  public Span firstOtherThan(Schema allowed, Span otherwise) {
    return columns.stream()
        .flatMap(declared -> declared.fields().stream())
        .filter(field -> !allowed.fields().contains(field))
        .filter(field -> badRecordColumn.filter(field.name()::equals).isEmpty())
        .map(field -> place(field.name(), otherwise))
        .findFirst()
        .orElse(otherwise);
  }
}
