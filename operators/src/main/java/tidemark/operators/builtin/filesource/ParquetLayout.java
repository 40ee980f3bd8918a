package tidemark.operators.builtin.filesource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tidemark.operators.builtin.files.PortableName;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.connector.Split;
import tidemark.operators.connector.SplitReader;
import tidemark.operators.format.RowVerdicts;
import tidemark.operators.parquet.ParquetFooter;
import tidemark.operators.parquet.ParquetReader;

/** Parquet files, cut between row groups. */
final class ParquetLayout implements FileLayout {
  private final FileSourceSettings settings;
  private final SourceRequest request;
  private final Optional<Integer> badColumn;

  ParquetLayout(FileSourceSettings settings, SourceRequest request) {
    this.settings = settings;
    this.request = request;
    this.badColumn = FileSourceSettings.badColumn(settings.schema(), request.badRecordColumn());
  }

  /** The row groups in {@code [from, to)} of a file. */
  private record Groups(
      Path path, RecordedFile file, ParquetFooter footer, int from, int to, long bytes)
      implements Split {
    @Override
    public String location() {
      return PortableName.shown(path.toString());
    }
  }

  @Override
  public void addSplits(Path path, RecordedFile file, long splitSize, List<Split> splits) {
    ParquetFooter footer = footer(path, file.size());
    List<String> objections = ParquetReader.objections(footer, settings.schema(), badColumn);
    if (!objections.isEmpty()) {
      throw FileListing.unfit(path, objections);
    }
    int from = 0;
    long bytes = 0;
    for (int group = 0; group < footer.groups(); group++) {
      bytes += footer.groupBytes(group);
      if (bytes >= splitSize || group == footer.groups() - 1) {
        splits.add(new Groups(path, file, footer, from, group + 1, bytes));
        from = group + 1;
        bytes = 0;
      }
    }
  }

  @Override
  public SplitReader open(Split split, ReadRequest read) {
    Groups groups = (Groups) split;
    RowVerdicts verdicts =
        new RowVerdicts(
            settings.schema(),
            read.needed(),
            request.badRecords(),
            badColumn,
            read.badRecords(),
            groups.location());
    return WatchedReader.open(
        groups.path(),
        groups.file(),
        () ->
            ParquetReader.open(
                groups.path(),
                groups.file().size(),
                groups.footer(),
                groups.from(),
                groups.to(),
                read,
                verdicts));
  }

  @Override
  public long rows(Path file, long size) {
    return footer(file, size).rows();
  }

  private static ParquetFooter footer(Path path, long size) {
    try {
      return ParquetFooter.read(path, size);
    } catch (IOException broken) {
      throw WatchedReader.unreadable(path, broken);
    }
  }
}
