package tidemark.operators.builtin;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import tidemark.operators.builtin.filesink.FileSink;
import tidemark.operators.builtin.filesink.FileSinkSettings;
import tidemark.operators.builtin.filesource.FileSource;
import tidemark.operators.builtin.filesource.FileSourceSettings;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.connector.ScratchName;
import tidemark.operators.connector.ScratchTarget;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.connector.Source;
import tidemark.operators.connector.SourceDescription;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.connector.SplitReader;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.format.DecodedLines;
import tidemark.operators.format.Format;
import tidemark.operators.types.Schema;

/** {@code file}: folders of ndjson, csv, text, Parquet and Avro files. */
public final class FileConnector implements Connector {
  /** Rows are not limited: counting them would read every file twice. */
  private static final BatchLimits USUAL_LIMITS =
      new BatchLimits(1_000, Long.MAX_VALUE, 512L << 20);

  private final Clock clock;

  /** For ServiceLoader. */
  public FileConnector() {
    this(Clock.systemUTC());
  }

  /**
   * @param clock tells how long a file has been left alone
   */
  public FileConnector(Clock clock) {
    this.clock = clock;
  }

  @Override
  public String name() {
    return "file";
  }

  @Override
  public List<OptionSpec> sourceOptions() {
    return FileSourceSettings.options();
  }

  @Override
  public List<OptionSpec> sinkOptions() {
    return FileSinkSettings.options();
  }

  @Override
  public BatchLimits usualLimits() {
    return USUAL_LIMITS;
  }

  @Override
  public boolean readsTables() {
    return true;
  }

  @Override
  public Delivery delivery(Options options) {
    return Delivery.STAGED;
  }

  @Override
  public Optional<ScratchTarget> scratch(SinkRequest request, ScratchName name) {
    return Optional.of(FileScratch.of(this, request, name));
  }

  @Override
  public String inputGone() {
    return "a file that a planned batch needs stops the run if it is gone (TM603) or other (TM602);"
        + " one that is deleted before it was planned goes unnoticed";
  }

  @Override
  public SourceDescription describe(SourceRequest request, Diagnostics found) {
    Optional<FileSourceSettings> settings = FileSourceSettings.of(request, found);
    Schema schema =
        settings
            .map(FileSourceSettings::schema)
            .or(request::columns)
            .orElseGet(() -> new Schema(List.of()));
    boolean filters = settings.isPresent() && settings.get().format().format() != Format.TEXT;
    String path = request.options().path("path").map(Object::toString).orElse("");
    return new SourceDescription(schema, true, "file " + path, filters);
  }

  @Override
  public void check(SinkRequest request, Diagnostics found) {
    Optional<FileSinkSettings> unused = FileSinkSettings.of(request, found);
  }

  @Override
  public Optional<SplitReader> reread(
      SourceRequest request, ReadRequest read, String location, byte[] records) {
    return settings(request)
        .decoder(request, read, location)
        .map(decoder -> new DecodedLines(decoder, records));
  }

  @Override
  public Source open(SourceRequest request) {
    return new FileSource(settings(request), request, clock);
  }

  private static FileSourceSettings settings(SourceRequest request) {
    return FileSourceSettings.of(request, new Diagnostics())
        .orElseThrow(() -> new IllegalArgumentException("opened in spite of errors"));
  }

  @Override
  public Sink open(SinkRequest request) {
    FileSinkSettings settings =
        FileSinkSettings.of(request, new Diagnostics())
            .orElseThrow(() -> new IllegalArgumentException("opened in spite of errors"));
    return FileSink.open(request, settings);
  }
}
