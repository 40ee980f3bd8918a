package tidemark.operators.builtin.filesource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tidemark.operators.codec.BatchReader;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.format.RowVerdicts;
import tidemark.operators.parquet.ParquetFooter;
import tidemark.operators.parquet.ParquetReader;
import tidemark.operators.parquet.SpareRooms;
import tidemark.operators.types.Schema;

/** Parquet files: row groups. */
final class ParquetBlocks implements BlockFormat<ParquetFooter> {
  private final SpareRooms spare = new SpareRooms();

  @Override
  public ParquetFooter describe(Path path, long size) throws IOException {
    return ParquetFooter.read(path, size);
  }

  @Override
  public List<String> objections(ParquetFooter file, Schema schema, Optional<Integer> badColumn) {
    return ParquetReader.objections(file, schema, badColumn);
  }

  @Override
  public int blocks(ParquetFooter file) {
    return file.groups();
  }

  @Override
  public long bytes(ParquetFooter file, int block) {
    return file.groupBytes(block);
  }

  @Override
  public long rows(ParquetFooter file) {
    return file.rows();
  }

  @Override
  public BatchReader open(
      Path path,
      long size,
      ParquetFooter file,
      int from,
      int to,
      ReadRequest read,
      RowVerdicts verdicts)
      throws IOException {
    return ParquetReader.open(path, size, file, from, to, read, verdicts, spare);
  }
}
