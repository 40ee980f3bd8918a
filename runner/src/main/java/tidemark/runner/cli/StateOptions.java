package tidemark.runner.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.stateful.ByteRows;
import tidemark.operators.stateful.StoredRows;
import tidemark.runner.inspect.Form;
import tidemark.runner.inspect.StoredBatch;
import tidemark.runner.inspect.StoredStore;
import tidemark.statestore.IdSource;
import tidemark.statestore.StateFailure;
import tidemark.statestore.checkpoint.Checkpoint;
import tidemark.statestore.checkpoint.CheckpointOptions;
import tidemark.statestore.checkpoint.CheckpointView;
import tidemark.statestore.checkpoint.StateVersion;

/** What the commands that look into a checkpoint have in common. */
final class StateOptions {
  static final String CHECKPOINT = "The checkpoint folder of the pipeline.";

  /** Bytes for rows in memory; what is more lies in a temporary folder. */
  private static final long MEMORY = 128L << 20;

  private StateOptions() {}

  /** A required parameter at a place. */
  static PositionalParamSpec parameter(int index, String label, String description) {
    return PositionalParamSpec.builder()
        .type(String.class)
        .index(Integer.toString(index))
        .arity("1")
        .required(true)
        .paramLabel(label)
        .description(description)
        .build();
  }

  static CommandSpec withBatch(CommandSpec spec) {
    return spec.addOption(
        Options.text("--batch", "N", "A retained batch; default: the newest committed one."));
  }

  static OptionalLong batch(ParseResult arguments) {
    String text = arguments.matchedOptionValue("--batch", "");
    return text.isEmpty() ? OptionalLong.empty() : OptionalLong.of(number(arguments, text));
  }

  /** A number from 0 up. */
  static long number(ParseResult arguments, String text) {
    if (!text.matches("[0-9]{1,18}")) {
      throw Options.bad(arguments, "'%s' is not a number".formatted(text));
    }
    return Long.parseLong(text);
  }

  /** Opens a checkpoint for reading; a folder that is none has a message of its own. */
  static CheckpointView open(String folder) {
    requireNoFile(folder);
    try {
      return Checkpoint.read(Path.of(folder));
    } catch (StateFailure e) {
      if (e.kind() != StateFailure.Kind.NOT_OURS) {
        throw e;
      }
      throw new Failure(Code.TM506, String.valueOf(e.getMessage()), e.wayOut(), e);
    }
  }

  private static void requireNoFile(String name) {
    if (!Files.isRegularFile(Path.of(name))) {
      return;
    }
    boolean pipeline = name.endsWith(".yaml") || name.endsWith(".yml");
    throw new Failure(
        Code.TM506,
        name + (pipeline ? " is a pipeline file, not a checkpoint" : " is a file, not a folder"),
        PipelineFiles.declaredCheckpoint(Path.of(name))
            .map(checkpoint -> "give its checkpoint: " + checkpoint)
            .orElse("give the folder that the pipeline names under checkpoint"));
  }

  /** The parameters and options of commands that read one step's rows. */
  static CommandSpec withRows(CommandSpec spec) {
    return spec.addOption(
            Options.flag("--raw", "Show the stored accumulators, not what they would answer."))
        .addOption(Options.flag("--bytes", "Show keys and values as bytes."))
        .addOption(
            Options.text("--store", "NAME", "Another store of the step, as `state ls` names it."))
        .addPositional(parameter(0, "CHECKPOINT", CHECKPOINT))
        .addPositional(parameter(1, "STEP", "The step, as the pipeline file names it."));
  }

  /** The store that the command is about. */
  static StoredStore store(StoredBatch batch, ParseResult arguments) {
    return batch.store(
        arguments.matchedPositionalValue(1, ""),
        Optional.ofNullable(arguments.matchedOptionValue("--store", null)));
  }

  /** How its rows are read. */
  static StoredRows rows(StoredStore store, ParseResult arguments) {
    if (arguments.hasMatchedOption("--bytes")) {
      return new ByteRows();
    }
    return store.decoding().rows(arguments.hasMatchedOption("--raw") ? Form.RAW : Form.READABLE);
  }

  /** Refuses a folder that holds no checkpoint; one whose identity is damaged is let through. */
  static void requireCheckpoint(String folder) {
    requireNoFile(folder);
    if (!Checkpoint.isIn(Path.of(folder))) {
      CheckpointView unused = open(folder);
    }
  }

  /** How a command that changes a checkpoint takes it. */
  static CheckpointOptions writing(CheckpointView view) {
    return CheckpointOptions.of(
        view.pipelineName(), Clock.systemUTC(), IdSource.random(new SecureRandom()));
  }

  /** A batch that one cannot go back to has a code of its own. */
  static <T> T orCannotGoBack(Supplier<T> work) {
    try {
      return work.get();
    } catch (StateFailure e) {
      if (e.kind() != StateFailure.Kind.GONE) {
        throw e;
      }
      throw new Failure(Code.TM523, String.valueOf(e.getMessage()), e.wayOut(), e);
    }
  }

  /** The state after a batch, with a temporary folder for what does not fit in memory. */
  static StateVersion version(CheckpointView view, long batch, Console console) {
    Path work =
        Path.of(System.getProperty("java.io.tmpdir"), "tidemark-state-" + UUID.randomUUID());
    StateVersion version = view.state(batch, work, MEMORY);
    version.notices().forEach(notice -> console.err().println("note: " + notice));
    return version;
  }
}
