package tidemark.runner.cli;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.runner.compile.Compilation;
import tidemark.runner.replay.Letter;

/** Which dead letters a command is about. */
final class DeadLetterOptions {
  private DeadLetterOptions() {}

  static CommandSpec with(CommandSpec spec) {
    return PipelineFiles.withOptions(spec)
        .addOption(Options.text("--checkpoint", "DIR", "The checkpoint, if not the file's."))
        .addOption(Options.text("--batch", "N", "Only those that this micro-batch wrote."))
        .addOption(Options.text("--of", "ID", "Only those of this source, or of this step's rows."))
        .addPositional(Options.parameter("FILE", "The pipeline file."));
  }

  static List<Letter> chosen(List<Letter> letters, Compilation pipeline, ParseResult arguments) {
    Optional<String> of = Optional.ofNullable(arguments.matchedOptionValue("--of", null));
    of.ifPresent(id -> requireReader(id, letters, pipeline, arguments));
    Optional<Long> batch =
        Optional.ofNullable(arguments.<String>matchedOptionValue("--batch", null))
            .map(text -> number(text, arguments));
    return letters.stream()
        .filter(letter -> of.isEmpty() || letter.reader().equals(of.get()))
        .filter(letter -> batch.isEmpty() || letter.batch().equals(batch))
        .toList();
  }

  /** Letters may be of a source or a step that the pipeline had once. */
  private static void requireReader(
      String id, List<Letter> letters, Compilation pipeline, ParseResult arguments) {
    Set<String> known = new TreeSet<>();
    pipeline.spec().sources().forEach(source -> known.add(source.id().value()));
    pipeline.spec().steps().forEach(step -> known.add(step.id().value()));
    letters.forEach(letter -> known.add(letter.reader()));
    if (!known.contains(id)) {
      throw Options.bad(
          arguments,
          "--of: there is no source and no step '%s'; there are: %s"
              .formatted(id, String.join(", ", known)));
    }
  }

  private static long number(String text, ParseResult arguments) {
    if (!text.matches("\\d{1,18}")) {
      throw Options.bad(arguments, "--batch needs a number, not '%s'".formatted(text));
    }
    return Long.parseLong(text);
  }
}
