package tidemark.operators.parquet;

import java.util.List;

/**
 * What a file's footer says.
 *
 * @param schema the tree of columns, its root the row
 * @param groups in the order of the rows
 */
record FileMetadata(SchemaNode schema, List<RowGroup> groups) {
  FileMetadata {
    groups = List.copyOf(groups);
  }

  /**
   * Rows that stand together.
   *
   * @param chunks one a leaf of the schema, in its order
   */
  record RowGroup(long rows, List<ColumnChunk> chunks) {
    RowGroup {
      chunks = List.copyOf(chunks);
    }
  }

  /**
   * The values of one leaf in one row group.
   *
   * @param codec the format's number of it
   * @param values with nulls and empty lists
   * @param start offset in the file of its first page
   * @param packedBytes of all its pages
   * @param unpackedBytes of all its pages
   */
  record ColumnChunk(
      int codec,
      long values,
      long start,
      long packedBytes,
      long unpackedBytes,
      Statistics statistics) {}
}
