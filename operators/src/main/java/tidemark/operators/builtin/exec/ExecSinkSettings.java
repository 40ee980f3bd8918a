package tidemark.operators.builtin.exec;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.builtin.body.BodyFormat;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.OptionKind;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;

/**
 * What is started for each micro-batch, and what its end means.
 *
 * @param command the program and its arguments
 * @param outcomeCommand what says whether a batch is there; empty if nothing can
 * @param environment variables added to those of this process
 * @param timeoutMillis how long either may take
 * @param rejected the exit codes that mean that nothing took effect
 */
record ExecSinkSettings(
    List<String> command,
    List<String> outcomeCommand,
    Path directory,
    Map<String, String> environment,
    BodyFormat format,
    long timeoutMillis,
    Set<Integer> rejected,
    Delivery delivery) {
  private static final String USUAL_FORMAT = "ndjson";
  private static final long TIMEOUT_MILLIS = 300_000;

  ExecSinkSettings {
    command = List.copyOf(command);
    outcomeCommand = List.copyOf(outcomeCommand);
    environment = new LinkedHashMap<>(environment);
    rejected = Set.copyOf(rejected);
  }

  static List<OptionSpec> options() {
    List<OptionSpec> all = new ArrayList<>();
    all.add(
        OptionSpec.required(
            "command",
            OptionKind.TEXTS,
            "the program and its arguments, without a shell; rows are its standard input"));
    all.add(
        OptionSpec.optional(
            "directory", OptionKind.FOLDER, "where it runs; the folder of the pipeline file"));
    all.add(
        OptionSpec.optional(
            "environment",
            OptionKind.PAIRS,
            "variables beside those of Tidemark's own process; secrets as `${secret:NAME}`"));
    all.addAll(BodyFormat.options(USUAL_FORMAT));
    all.add(
        OptionSpec.optional(
            "timeout", OptionKind.DURATION, "how long it may take; then it is killed; 5 minutes"));
    all.add(
        OptionSpec.optional(
            "rejected", OptionKind.TEXTS, "the exit codes that mean nothing took effect; none"));
    all.add(
        OptionSpec.optional(
            "idempotent",
            OptionKind.BOOLEAN,
            "it does nothing with a `TIDEMARK_KEY` it knows, so it may be run again; false"));
    all.add(
        OptionSpec.optional(
            "outcome_command",
            OptionKind.TEXTS,
            "asks whether a batch is there: prints `committed`, or `absent` (nor will it be), and exits with 0"));
    return List.copyOf(all);
  }

  /** The settings; empty if an error was found. */
  static Optional<ExecSinkSettings> of(SinkRequest request, Diagnostics found) {
    Options options = request.options();
    Diagnostics wrong = new Diagnostics();
    Optional<BodyFormat> format = BodyFormat.of(request, USUAL_FORMAT, wrong);
    checkCommand(options, "command", wrong);
    checkCommand(options, "outcome_command", wrong);
    checkEnvironment(options, wrong);
    Set<Integer> rejected = rejected(options, wrong);
    long timeout = options.number("timeout").orElse(TIMEOUT_MILLIS);
    if (timeout == 0) {
      wrong.error(
          Code.TM107,
          options.span("timeout"),
          "`timeout` must be longer than nothing",
          "write for example `5 minutes`");
    }
    wrong.sorted().forEach(found::add);
    if (wrong.hasErrors() || format.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new ExecSinkSettings(
            options.names("command"),
            options.names("outcome_command"),
            options.path("directory").orElse(Path.of("").toAbsolutePath()),
            options.pairs("environment"),
            format.get(),
            timeout,
            rejected,
            delivery(options)));
  }

  /** What a sink with these options promises. */
  static Delivery delivery(Options options) {
    return options.flag("idempotent", false) ? Delivery.KEYED : Delivery.SENT_ONCE;
  }

  private static void checkCommand(Options options, String option, Diagnostics found) {
    List<String> words = options.names(option);
    boolean bad = words.stream().anyMatch(word -> word.indexOf('\0') >= 0);
    if (bad || !words.isEmpty() && words.get(0).isBlank()) {
      found.error(
          Code.TM107,
          options.span(option),
          "`" + option + "` begins with the name of a program, and has no NUL in it",
          "write [program, argument, …]");
    }
  }

  private static void checkEnvironment(Options options, Diagnostics found) {
    options
        .pairs("environment")
        .forEach(
            (name, value) -> {
              if (!name.matches("[A-Za-z_][A-Za-z0-9_]*") || value.indexOf('\0') >= 0) {
                found.error(
                    Code.TM107,
                    options.span("environment"),
                    "`" + name + "` is no name of a variable, or its value has a NUL in it",
                    "write {NAME: text}");
              } else if (name.startsWith(BatchVariables.PREFIX)) {
                found.error(
                    Code.TM107,
                    options.span("environment"),
                    "`" + name + "` is set by the sink itself",
                    "take a name that does not begin with " + BatchVariables.PREFIX);
              }
            });
  }

  private static Set<Integer> rejected(Options options, Diagnostics found) {
    Set<Integer> codes = new HashSet<>();
    for (String text : options.names("rejected")) {
      int code = text.matches("\\d{1,3}") ? Integer.parseInt(text) : 0;
      if (code < 1 || code > 255) {
        found.error(
            Code.TM107,
            options.span("rejected"),
            "`" + text + "` is no exit code that can mean failure",
            "write numbers from 1 to 255, such as `[65]`");
      }
      codes.add(code);
    }
    return codes;
  }
}
