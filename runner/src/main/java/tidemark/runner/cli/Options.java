package tidemark.runner.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The forms of options and parameters that the commands share. */
final class Options {
  /**
   * Makes lists for values, all that is asked for here; the usual one looks for Groovy in every
   * jar.
   */
  private static final IFactory LISTS =
      new IFactory() {
        @Override
        public <K> K create(Class<K> kind) {
          if (kind != List.class) {
            throw new IllegalArgumentException(kind.getName());
          }
          return kind.cast(new ArrayList<>());
        }
      };

  private Options() {}

  /** A command with {@code --help} and {@code --debug}. */
  static CommandSpec command(String name, String... description) {
    CommandSpec spec = CommandSpec.wrapWithoutInspection(null, LISTS).name(name);
    spec.usageMessage().description(description).abbreviateSynopsis(false).width(96);
    spec.addOption(
        OptionSpec.builder("-h", "--help")
            .usageHelp(true)
            .description("Show this help and exit.")
            .build());
    spec.addOption(
        OptionSpec.builder("--debug")
            .type(boolean.class)
            .description("Show the stack trace of a failure.")
            .build());
    return spec;
  }

  /** The command line of a command. */
  static CommandLine line(CommandSpec spec) {
    return new CommandLine(spec, LISTS);
  }

  /** An option with one text value. */
  static OptionSpec text(String name, String label, String description) {
    return OptionSpec.builder(name)
        .type(String.class)
        .paramLabel(label)
        .description(description)
        .build();
  }

  /** An option without a value. */
  static OptionSpec flag(String name, String description) {
    return OptionSpec.builder(name).type(boolean.class).description(description).build();
  }

  /** An option that may be given several times. */
  static OptionSpec texts(String name, String label, String description) {
    return OptionSpec.builder(name)
        .type(List.class)
        .auxiliaryTypes(String.class)
        .arity("1")
        .paramLabel(label)
        .description(description)
        .build();
  }

  /** The one parameter of a command. */
  static PositionalParamSpec parameter(String label, String description) {
    return PositionalParamSpec.builder()
        .type(String.class)
        .index("0")
        .arity("1")
        .required(true)
        .paramLabel(label)
        .description(description)
        .build();
  }

  /** One parameter or more. */
  static PositionalParamSpec parameters(String label, String description) {
    return PositionalParamSpec.builder()
        .type(List.class)
        .auxiliaryTypes(String.class)
        .index("0..*")
        .arity("1..*")
        .required(true)
        .paramLabel(label)
        .description(description)
        .build();
  }

  /** The value of a word option, checked against the words it may have. */
  static String word(ParseResult arguments, String option, String otherwise, List<String> words) {
    String value = arguments.matchedOptionValue(option, otherwise);
    if (words.contains(value)) {
      return value;
    }
    throw bad(
        arguments,
        "Invalid value '%s' for %s: expected one of %s"
            .formatted(value, option, String.join(", ", words)));
  }

  /** A positive whole number of up to seven digits. */
  static int number(ParseResult arguments, String option, int otherwise) {
    String text = arguments.matchedOptionValue(option, String.valueOf(otherwise));
    if (!text.matches("[1-9][0-9]{0,6}")) {
      throw bad(arguments, "%s needs a number, not '%s'".formatted(option, text));
    }
    return Integer.parseInt(text);
  }

  /** Bad usage of the command that was parsed. */
  static ParameterException bad(ParseResult arguments, String message) {
    CommandLine line = arguments.commandSpec().commandLine();
    return new ParameterException(line, message);
  }
}
