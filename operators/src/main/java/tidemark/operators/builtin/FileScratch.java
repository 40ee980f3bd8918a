package tidemark.operators.builtin;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import tidemark.operators.batch.Batch;
import tidemark.operators.builtin.files.DurableFolder;
import tidemark.operators.builtin.files.FileReason;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.NoProgress;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.Range;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.connector.ScratchName;
import tidemark.operators.connector.ScratchTarget;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.connector.Source;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.connector.Split;
import tidemark.operators.connector.SplitReader;
import tidemark.operators.connector.Start;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.format.ByteSink;
import tidemark.operators.format.Encoder;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/**
 * A folder beside that of a file sink, whose name readers of folders skip. Its rows are read as a
 * reader of files reads them: lines as they are, records of csv as texts, Parquet and Avro decoded.
 */
final class FileScratch implements ScratchTarget {
  private static final String PATH = "path";
  private static final String FORMAT = "format";
  private static final String COMPRESSION = "compression";

  private final Connector files;
  private final SinkRequest request;
  private final Path folder;

  /** The nearest folder above that was there before it was made. */
  private Path above;

  private FileScratch(Connector files, SinkRequest request, Path folder) {
    this.files = files;
    this.request = request;
    this.folder = folder;
    this.above = folder.getParent();
  }

  static FileScratch of(Connector files, SinkRequest request, ScratchName name) {
    Path own = request.options().path(PATH).orElseThrow().toAbsolutePath().normalize();
    Path above = name.place().map(Path::of).map(Path::toAbsolutePath).orElse(own.getParent());
    return new FileScratch(files, request, above.normalize().resolve("." + name.name()));
  }

  @Override
  public Options options() {
    return request.options().with(PATH, folder);
  }

  @Override
  public String place() {
    return folder.toString();
  }

  /** The sink makes the folder when it opens it; here it is seen whether that can be read. */
  @Override
  public void make() {
    if (folder.toString().chars().anyMatch(c -> "*?[{".indexOf(c) >= 0)) {
      throw new Failure(
          Code.TM645,
          "a folder in `" + folder + "` could not be read: its name would be taken for a pattern",
          "name a folder for it with --scratch " + request.id() + "=FOLDER");
    }
    while (!Files.exists(above) && above.getParent() != null) {
      above = above.getParent();
    }
  }

  @Override
  public void read(Consumer<String> row) {
    SourceRequest reading = reading();
    try (Source source = files.open(reading)) {
      Optional<Range> all = source.plan(new NoProgress(), BatchLimits.NONE);
      if (all.isEmpty()) {
        return;
      }
      Schema columns = reading.columns().orElseThrow();
      BitSet needed = new BitSet();
      needed.set(0, columns.size());
      Encoder encoder = Formats.encoder(FormatOptions.of(Format.NDJSON), columns);
      for (Split split : source.split(all.get(), 1)) {
        read(source.open(split, new ReadRequest(needed, FileScratch::refuse)), encoder, row);
      }
    }
  }

  private static void refuse(
      String file, long position, byte[] buffer, int offset, int length, String reason) {
    throw new Failure(
        Code.TM645,
        "record %d of %s, which the sink has written, cannot be read: %s"
            .formatted(position, file, reason),
        "write another format, or columns of other types");
  }

  private static void read(SplitReader opened, Encoder encoder, Consumer<String> row) {
    ByteSink text = new ByteSink();
    try (SplitReader reader = opened) {
      for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
        text.clear();
        encoder.encode(batch, text);
        new String(text.bytes(), 0, text.size(), StandardCharsets.UTF_8).lines().forEach(row);
      }
    }
  }

  private SourceRequest reading() {
    Map<String, Object> values = new TreeMap<>(request.options().values());
    values.put(PATH, folder);
    values.remove(COMPRESSION); // the names of the files tell
    Format format = Format.of(String.valueOf(values.get(FORMAT))).orElseThrow();
    Schema columns =
        switch (format) {
          case NDJSON, TEXT -> {
            values.put(FORMAT, Format.TEXT.word());
            yield Schema.of(Field.of("value", SimpleType.STRING));
          }
          case CSV -> {
            values.put("multiline", true);
            yield texts(request.schema());
          }
          case PARQUET, AVRO -> request.schema();
        };
    Options options = request.options();
    return new SourceRequest(
        request.id(),
        new Options(values, options.spans(), options.place()),
        Optional.of(columns),
        BadRecordPolicy.FAIL,
        Optional.empty(),
        BatchLimits.NONE,
        request.zone(),
        new Start.Earliest());
  }

  private static Schema texts(Schema schema) {
    List<Field> fields =
        schema.fields().stream().map(f -> Field.of(f.name(), SimpleType.STRING)).toList();
    return new Schema(fields);
  }

  @Override
  public void drop() {
    try {
      DurableFolder.deleteTree(folder);
      deleteMadeOnTheWay();
    } catch (IOException e) {
      throw new Failure(
          Code.TM645,
          "the folder " + folder + " cannot be deleted: " + FileReason.of(e),
          "delete it: it is left from a rehearsal",
          e);
    }
  }

  /** Folders that were not there before, unless something else is in them by now. */
  private void deleteMadeOnTheWay() throws IOException {
    for (Path made = folder.getParent(); !made.equals(above); made = made.getParent()) {
      try {
        Files.deleteIfExists(made);
      } catch (DirectoryNotEmptyException e) {
        return;
      }
    }
  }
}
