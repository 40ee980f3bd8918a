package tidemark.runner.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.operators.batch.Batch;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.format.ByteSink;
import tidemark.operators.format.CsvOptions;
import tidemark.operators.format.Encoder;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;
import tidemark.operators.stateful.StoredRows;
import tidemark.operators.types.Schema;
import tidemark.runner.inspect.RowReader;
import tidemark.runner.inspect.StoredBatch;
import tidemark.runner.inspect.StoredStore;
import tidemark.runner.report.Amounts;
import tidemark.statestore.checkpoint.CheckpointView;
import tidemark.statestore.checkpoint.StateVersion;
import tidemark.statestore.files.IoReason;

/** {@code tidemark state export}: all rows of a step, to a file or a pipe. */
final class StateExportCommand implements Command {
  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Options.command(
                "export",
                "Writes all rows of a step's state, as ndjson or csv with a header.",
                "Only reads the checkpoint; works while a run holds it, whatever the size.")
            .addOption(Options.text("--format", "FORMAT", "ndjson (default) or csv."))
            .addOption(
                Options.text("--out", "FILE", "Write to this file; default: standard output."));
    return StateOptions.withRows(StateOptions.withBatch(spec));
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    String word = Options.word(arguments, "--format", "ndjson", List.of("ndjson", "csv"));
    CheckpointView view = StateOptions.open(arguments.matchedPositionalValue(0, ""));
    StoredBatch batch = StoredBatch.of(view, StateOptions.batch(arguments));
    StoredStore store = StateOptions.store(batch, arguments);
    StoredRows rows = StateOptions.rows(store, arguments);
    Encoder encoder = encoder(Format.of(word).orElseThrow(), rows.schema());
    Optional<Path> file =
        Optional.ofNullable(arguments.<String>matchedOptionValue("--out", null)).map(Path::of);
    try (StateVersion version = StateOptions.version(view, batch.batch(), console)) {
      RowReader reader = new RowReader(store.id(), rows);
      if (file.isPresent()) {
        long count = writeFile(file.get(), out -> write(version, reader, encoder, out));
        console.err().println(Amounts.count(count, "row", "rows") + " written to " + file.get());
      } else {
        long unused = write(version, reader, encoder, console.out());
      }
    } catch (IOException e) {
      throw new Failure(
          Code.TM605,
          "the export cannot be written: " + IoReason.withPath(e),
          "free space or correct the path; a file that existed before is as it was",
          e);
    }
    return ExitCode.DONE;
  }

  private static Encoder encoder(Format format, Schema schema) {
    Optional<String> objection = Formats.unwritable(format, schema);
    if (objection.isPresent()) {
      throw new Failure(Code.TM522, objection.get(), "export as ndjson, or with --bytes");
    }
    FormatOptions options = FormatOptions.of(format);
    return Formats.encoder(
        format == Format.CSV ? options.withCsv(CsvOptions.RFC_4180.withHeader()) : options, schema);
  }

  private static long write(
      StateVersion version, RowReader reader, Encoder encoder, OutputStream out)
      throws IOException {
    ByteSink bytes = new ByteSink();
    encoder.begin(bytes);
    long[] count = {0};
    reader.read(version, batch -> drain(batch, encoder, bytes, out, count));
    bytes.drainTo(out);
    return count[0];
  }

  private static boolean drain(
      Batch batch, Encoder encoder, ByteSink bytes, OutputStream out, long[] count) {
    count[0] += batch.count();
    encoder.encode(batch, bytes);
    try {
      bytes.drainTo(out);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return true;
  }

  /** Writes to a file. */
  private interface Content {
    long writeTo(OutputStream out) throws IOException;
  }

  /** Writes aside first, so that the file is whole or as it was. */
  private static long writeFile(Path file, Content content) throws IOException {
    if (Files.isDirectory(file)) {
      throw new Failure(
          Code.TM605,
          "the export cannot be written: " + file + " is a folder",
          "name a file in it: --out " + file.resolve("rows.ndjson"));
    }
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(part), 1 << 16)) {
      long count = content.writeTo(out);
      out.flush();
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
      return count;
    } catch (java.io.UncheckedIOException e) {
      throw e.getCause();
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
