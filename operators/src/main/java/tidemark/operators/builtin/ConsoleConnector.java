package tidemark.operators.builtin;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import tidemark.operators.builtin.console.ConsoleSink;
import tidemark.operators.connector.OptionKind;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkConnector;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.format.Format;
import tidemark.operators.format.Formats;

/** {@code console}: a sink that prints, for trying out. */
public final class ConsoleConnector implements SinkConnector {
  private static final long ROWS = 20;
  private static final long WIDTH = 60;

  private final PrintStream out;

  /** For ServiceLoader: prints to the process's standard output. */
  public ConsoleConnector() {
    this(new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8));
  }

  /**
   * @param out where rows are printed; flushed after each micro-batch, never closed
   */
  public ConsoleConnector(PrintStream out) {
    this.out = out;
  }

  @Override
  public String name() {
    return "console";
  }

  @Override
  public List<OptionSpec> sinkOptions() {
    return List.of(
        OptionSpec.optional("max_rows", OptionKind.COUNT, "rows shown of a micro-batch; 20"),
        OptionSpec.optional("max_width", OptionKind.COUNT, "characters shown of a cell; 60"));
  }

  @Override
  public void check(SinkRequest request, Diagnostics found) {
    Optional<String> objection = Formats.unwritable(Format.NDJSON, request.schema());
    objection.ifPresent(sentence -> found.error(Code.TM618, request.options().place(), sentence));
  }

  @Override
  public Sink open(SinkRequest request) {
    return new ConsoleSink(
        out,
        request.schema(),
        (int) Math.min(Integer.MAX_VALUE, request.options().number("max_rows").orElse(ROWS)),
        (int) Math.min(Integer.MAX_VALUE, request.options().number("max_width").orElse(WIDTH)));
  }
}
