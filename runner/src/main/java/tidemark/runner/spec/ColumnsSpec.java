package tidemark.runner.spec;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;

/**
 * The declared columns of a source, inline or from a schema file.
 *
 * @param columns in order, names unique
 * @param span the {@code columns} or {@code schema} value in the pipeline file
 */
public record ColumnsSpec(List<ColumnSpec> columns, Span span) {
  public ColumnsSpec {
    columns = List.copyOf(columns);
  }

  /** The columns without their places. */
  public Schema schema() {
    return new Schema(columns.stream().map(ColumnSpec::field).toList());
  }

  /** Where the types stand, by column. */
  public Map<String, Span> places() {
    return columns.stream().collect(Collectors.toMap(c -> c.name().value(), c -> c.type().span()));
  }

  /** One declared column; both places are in the schema file if there is one. */
  public record ColumnSpec(Placed<String> name, Placed<DataType> type, boolean nullable) {
    Field field() {
      return new Field(name.value(), type.value(), nullable);
    }
  }
}
