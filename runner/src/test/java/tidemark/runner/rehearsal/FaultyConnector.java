package tidemark.runner.rehearsal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tidemark.operators.batch.Batch;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.OptionKind;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.ScratchName;
import tidemark.operators.connector.ScratchTarget;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.connector.SinkWriter;
import tidemark.operators.connector.Source;
import tidemark.operators.connector.SourceDescription;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.format.ByteSink;
import tidemark.operators.format.Encoder;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;

/** Appends rows to one file when it commits, and is wrong about it in its own way. */
final class FaultyConnector implements Connector {
  /** What is wrong. */
  enum Fault {
    /** It never knows a batch, and says that it repeats. */
    REPEATS,
    /** It never knows a batch, and says that it does not repeat. */
    LIES,
    /** It never knows a batch, and says so. */
    NEVER_KNOWS,
    /** It marks a batch when it prepares it. */
    MARKS_EARLY
  }

  private final Fault fault;

  FaultyConnector(Fault fault) {
    this.fault = fault;
  }

  @Override
  public String name() {
    return "faulty";
  }

  @Override
  public List<OptionSpec> sourceOptions() {
    return List.of();
  }

  @Override
  public List<OptionSpec> sinkOptions() {
    return List.of(OptionSpec.required("path", OptionKind.PATH, "the file"));
  }

  @Override
  public Delivery delivery(Options options) {
    return switch (fault) {
      case REPEATS -> Delivery.NONE;
      case LIES, MARKS_EARLY -> Delivery.TRANSACTIONAL;
      case NEVER_KNOWS -> Delivery.SENT_ONCE;
    };
  }

  @Override
  public SourceDescription describe(SourceRequest request, Diagnostics found) {
    throw new IllegalStateException("no source");
  }

  @Override
  public Source open(SourceRequest request) {
    throw new IllegalStateException("no source");
  }

  @Override
  public Optional<ScratchTarget> scratch(SinkRequest request, ScratchName name) {
    Path path = request.options().path("path").orElseThrow().resolveSibling(name.name());
    return Optional.of(new ScratchFile(request.options().with("path", path), path));
  }

  @Override
  public Sink open(SinkRequest request) {
    return new Appending(request.options().path("path").orElseThrow(), request);
  }

  private Path mark(Path file, long batch) {
    return file.resolveSibling(file.getFileName() + "." + batch);
  }

  /** A file of lines. */
  private record ScratchFile(Options options, Path file) implements ScratchTarget {
    @Override
    public String place() {
      return file.toString();
    }

    @Override
    public void make() {}

    @Override
    public void read(Consumer<String> row) {
      try {
        if (Files.exists(file)) {
          Files.readAllLines(file).forEach(row);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void drop() {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private final class Appending implements Sink {
    private final Path file;
    private final SinkRequest request;

    Appending(Path file, SinkRequest request) {
      this.file = file;
      this.request = request;
    }

    @Override
    public Delivery delivery() {
      return FaultyConnector.this.delivery(request.options());
    }

    @Override
    public Outcome outcome(OperationKey key) {
      if (fault == Fault.NEVER_KNOWS) {
        return Outcome.UNKNOWN;
      }
      return Files.exists(mark(file, key.batch())) ? Outcome.COMMITTED : Outcome.ABSENT;
    }

    @Override
    public SinkBatch begin(OperationKey key) {
      return new Part(key.batch());
    }

    @Override
    public void close() {}

    private final class Part implements SinkBatch {
      private final long batch;
      private final Encoder encoder =
          Formats.encoder(FormatOptions.of(Format.NDJSON), request.schema());
      private final ByteSink text = new ByteSink();

      Part(long batch) {
        this.batch = batch;
      }

      @Override
      public SinkWriter writer(int partition) {
        return (Batch rows) -> encoder.encode(rows, text);
      }

      @Override
      public void prepare() {
        if (fault == Fault.MARKS_EARLY) {
          append(mark(file, batch), "");
        }
      }

      @Override
      public void commit() {
        append(file, new String(text.bytes(), 0, text.size(), StandardCharsets.UTF_8));
      }

      private void append(Path to, String what) {
        try {
          Files.writeString(to, what, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }

      @Override
      public void close() {}
    }
  }
}
