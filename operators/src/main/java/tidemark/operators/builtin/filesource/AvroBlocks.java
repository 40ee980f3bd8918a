package tidemark.operators.builtin.filesource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tidemark.operators.avro.AvroHeader;
import tidemark.operators.avro.AvroReader;
import tidemark.operators.codec.BatchReader;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.format.RowVerdicts;
import tidemark.operators.types.Schema;

/** Avro files: blocks of records between marks. */
final class AvroBlocks implements BlockFormat<AvroHeader> {
  @Override
  public AvroHeader describe(Path path, long size) throws IOException {
    return AvroHeader.read(path, size);
  }

  @Override
  public List<String> objections(AvroHeader file, Schema schema, Optional<Integer> badColumn) {
    return file.objections(schema, badColumn);
  }

  @Override
  public int blocks(AvroHeader file) {
    return file.blockCount();
  }

  @Override
  public long bytes(AvroHeader file, int block) {
    return file.blockBytes(block);
  }

  @Override
  public long rows(AvroHeader file) {
    return file.rows();
  }

  @Override
  public BatchReader open(
      Path path,
      long size,
      AvroHeader file,
      int from,
      int to,
      ReadRequest read,
      RowVerdicts verdicts)
      throws IOException {
    return new AvroReader(path, file, from, to, verdicts);
  }
}
