package tidemark.runner.cli;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.ParseResult;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.runner.compile.Compilation;

/** The checkpoint of a command: that of {@code --checkpoint}, else the one of the pipeline file. */
final class ChosenCheckpoint {
  private ChosenCheckpoint() {}

  static Path of(ParseResult arguments, Compilation pipeline) {
    return Optional.ofNullable(arguments.<String>matchedOptionValue("--checkpoint", null))
        .map(Path::of)
        .or(pipeline::checkpoint)
        .orElseThrow(
            () ->
                new Failure(
                    Code.TM104,
                    "the pipeline `%s` names no checkpoint"
                        .formatted(pipeline.spec().name().value()),
                    "write `checkpoint: DIR` into the file, or pass --checkpoint DIR"));
  }
}
