package tidemark.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import tidemark.operators.batch.Batch;
import tidemark.operators.format.ByteSink;
import tidemark.operators.format.Decoder;
import tidemark.operators.format.Encoder;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;

/** What it costs to read a record of an access log, and to write it: time a record. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class FormatBenchmark {
  @Param({"NDJSON", "CSV"})
  Format format;

  private final ByteSink out = new ByteSink();
  private final Batch batch = AccessLog.batch();
  private byte[] file = {};
  private Decoder four = AccessLog.decoder(Format.NDJSON, 0);
  private Decoder seven = four;
  private Encoder encoder = Formats.encoder(FormatOptions.of(Format.NDJSON), AccessLog.SCHEMA);

  @Setup
  public void prepare() {
    file = AccessLog.file(format);
    four = AccessLog.decoder(format, 0b1100011);
    seven = AccessLog.decoder(format, AccessLog.ALL);
    encoder = Formats.encoder(FormatOptions.of(format), AccessLog.SCHEMA);
  }

  /** Time, site, bytes and latency are needed. */
  @Benchmark
  @OperationsPerInvocation(Batch.MAX_ROWS)
  public Batch decodeFourOfSeven() {
    return decode(four);
  }

  /** All columns are needed. */
  @Benchmark
  @OperationsPerInvocation(Batch.MAX_ROWS)
  public Batch decodeAll() {
    return decode(seven);
  }

  private Batch decode(Decoder decoder) {
    int read = decoder.decode(file, 0, file.length - Decoder.ROOM_BEHIND, true);
    if (read == 0) {
      throw new IllegalStateException("nothing was read");
    }
    return decoder.take();
  }

  /** All columns are written. */
  @Benchmark
  @OperationsPerInvocation(Batch.MAX_ROWS)
  public int encodeAll() {
    out.clear();
    encoder.encode(batch, out);
    return out.size();
  }
}
