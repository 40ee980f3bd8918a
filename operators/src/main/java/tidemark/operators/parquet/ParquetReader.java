package tidemark.operators.parquet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.codec.BatchReader;
import tidemark.operators.codec.DamagedException;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.format.BadRows;
import tidemark.operators.format.NullColumns;
import tidemark.operators.format.RowVerdicts;
import tidemark.operators.parquet.FileMetadata.RowGroup;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Schema;

/**
 * Reads some row groups of a file as batches: the needed columns only, and only the row groups that
 * can have wanted rows.
 */
public final class ParquetReader implements BatchReader {
  /** Bytes of the needed columns, unpacked, that a batch should not be larger than. */
  private static final long BATCH_BYTES = 16L << 20;

  private final Schema schema;
  private final FileMetadata metadata;
  private final List<ColumnPlan> plans;
  private final GroupFilter filter;
  private final RowVerdicts verdicts;
  private final ParquetFile file;
  private final SpareRooms spare;
  private PageRooms rooms;
  private final int endGroup;
  private int nextGroup;
  private List<Optional<ColumnReader>> readers = List.of();
  private long rowsLeft;
  private int batchRows;
  private long rowsBefore;
  private long firstRow;
  private long bytesRead;

  private ParquetReader(
      ParquetFile file,
      FileMetadata metadata,
      int firstGroup,
      int endGroup,
      List<ColumnPlan> plans,
      ReadRequest request,
      RowVerdicts verdicts,
      SpareRooms spare) {
    this.spare = spare;
    this.rooms = spare.take();
    this.file = file;
    this.metadata = metadata;
    this.nextGroup = firstGroup;
    this.endGroup = endGroup;
    this.plans = plans;
    this.filter = new GroupFilter(request.conditions(), plans);
    this.verdicts = verdicts;
    this.schema = verdicts.schema();
    for (int group = 0; group < firstGroup; group++) {
      rowsBefore += metadata.groups().get(group).rows();
    }
  }

  /**
   * What keeps the file from being read with these columns, one sentence each.
   *
   * @param badColumn a column that no file has
   */
  public static List<String> objections(
      ParquetFooter footer, Schema schema, Optional<Integer> badColumn) {
    ColumnBinder binder = new ColumnBinder();
    boolean isForeign = true;
    for (int i = 0; i < schema.size(); i++) {
      if (badColumn.isEmpty() || badColumn.get() != i) {
        ColumnPlan plan = binder.column(footer.metadata().schema(), schema.field(i));
        isForeign &= plan instanceof ColumnPlan.Absent;
      }
    }
    return isForeign && binder.objections().isEmpty()
        ? List.of("it has none of the declared columns")
        : List.copyOf(binder.objections());
  }

  /**
   * Opens the row groups in {@code [firstGroup, endGroup)} of a file without objections.
   *
   * @param spare what is read into comes from there, and goes back there
   */
  public static ParquetReader open(
      Path path,
      long size,
      ParquetFooter footer,
      int firstGroup,
      int endGroup,
      ReadRequest request,
      RowVerdicts verdicts,
      SpareRooms spare)
      throws IOException {
    ColumnBinder binder = new ColumnBinder();
    List<ColumnPlan> plans = new ArrayList<>();
    Schema schema = verdicts.schema();
    for (int i = 0; i < schema.size(); i++) {
      plans.add(
          verdicts.badColumn() == i
              ? new ColumnPlan.Absent(schema.field(i).type())
              : binder.column(footer.metadata().schema(), schema.field(i)));
    }
    ParquetFile file = new ParquetFile(path, size);
    return new ParquetReader(
        file, footer.metadata(), firstGroup, endGroup, plans, request, verdicts, spare);
  }

  /**
   * The next rows, or null at the end; they point into the reader until the next call.
   *
   * @throws DamagedException if the file is damaged; the message names column and row group
   */
  @Override
  public @Nullable Batch next() throws IOException {
    while (rowsLeft == 0) {
      if (nextGroup == endGroup) {
        return null;
      }
      openGroup(metadata.groups().get(nextGroup++));
    }
    int rows = (int) Math.min(batchRows, rowsLeft);
    Batch batch = read(rows);
    firstRow = rowsBefore + 1;
    rowsLeft -= rows;
    rowsBefore += rows;
    return batch;
  }

  @Override
  public OptionalLong position(int row) {
    return OptionalLong.of(firstRow + row);
  }

  @Override
  public long bytesRead() {
    long bytes = bytesRead;
    for (Optional<ColumnReader> reader : readers) {
      bytes += reader.isPresent() ? reader.get().bytesRead() : 0;
    }
    return bytes;
  }

  @Override
  public void close() throws IOException {
    spare.giveBack(rooms);
    rooms = new PageRooms();
    file.close();
  }

  private void openGroup(RowGroup group) throws IOException {
    bytesRead = bytesRead();
    readers = List.of();
    if (filter.leavesOut(group)) {
      rowsBefore += group.rows();
      bytesRead += group.chunks().stream().mapToLong(c -> c.packedBytes()).sum();
      return;
    }
    List<Optional<ColumnReader>> opened = new ArrayList<>();
    long unpacked = 0;
    for (int i = 0; i < schema.size(); i++) {
      ColumnPlan plan = plans.get(i);
      if (!verdicts.isNeeded(i) || plan instanceof ColumnPlan.Absent) {
        opened.add(Optional.empty());
        continue;
      }
      List<Pages> pages = new ArrayList<>();
      for (ColumnPlan.Leaf leaf : plan.leaves()) {
        FileMetadata.ColumnChunk chunk = group.chunks().get(leaf.node().leaf());
        unpacked += chunk.unpackedBytes();
        try {
          pages.add(new Pages(file, chunk, leaf.node(), rooms.of(leaf.node().leaf())));
        } catch (DamagedException damaged) {
          throw in(i, damaged);
        }
      }
      opened.add(
          Optional.of(
              plan instanceof ColumnPlan.Leaf leaf
                  ? new FlatReader(leaf, pages.get(0))
                  : new NestedReader(plan, pages)));
    }
    readers = opened;
    rowsLeft = group.rows();
    long bytesARow = unpacked / Math.max(1, rowsLeft) + 1;
    batchRows = (int) Math.max(1, Math.min(Batch.MAX_ROWS, BATCH_BYTES / bytesARow));
  }

  private Batch read(int rows) throws IOException {
    Column[] columns = new Column[schema.size()];
    BadRows bad = new BadRows(rows, schema.field(0));
    for (int i = 0; i < columns.length; i++) {
      DataType type = schema.field(i).type();
      bad.begin(schema.field(i));
      try {
        columns[i] =
            readers.get(i).isEmpty()
                ? NullColumns.column(type, rows)
                : readers.get(i).get().read(rows, bad);
      } catch (DamagedException damaged) {
        throw in(i, damaged);
      }
      if (!schema.field(i).nullable() && verdicts.isNeeded(i)) {
        findNulls(columns[i], rows, bad);
      }
    }
    Batch batch = new Batch(schema, columns, rows);
    return bad.isEmpty() ? batch : verdicts.judge(batch, bad::reason, rowsBefore);
  }

  private static void findNulls(Column column, int rows, BadRows bad) {
    for (int row = 0; column.hasNulls() && row < rows; row++) {
      if (column.isNull(row)) {
        bad.missing(row);
      }
    }
  }

  private DamagedException in(int column, DamagedException damaged) {
    return new DamagedException(
        "column `"
            + schema.field(column).name()
            + "` in row group "
            + nextGroup
            + " of "
            + metadata.groups().size()
            + ": "
            + damaged.getMessage(),
        damaged);
  }
}
