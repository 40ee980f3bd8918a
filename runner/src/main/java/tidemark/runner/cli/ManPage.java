package tidemark.runner.cli;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The manual page of a command and those below it, in roff. */
final class ManPage {
  private final StringBuilder page = new StringBuilder();

  private ManPage() {}

  static String of(CommandSpec root) {
    ManPage man = new ManPage();
    man.page.append(".TH TIDEMARK 1\n.SH NAME\n");
    man.line(root.name() + " \\- " + escaped(first(root)));
    man.page.append(".SH SYNOPSIS\n");
    man.line("\\fBtidemark\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR]... [\\fIARGUMENT\\fR]...");
    man.page.append(".SH COMMANDS\n");
    man.commands(root, "tidemark");
    man.exitCodes();
    return man.page.toString();
  }

  private void commands(CommandSpec above, String name) {
    above
        .subcommands()
        .values()
        .forEach(
            command -> {
              CommandSpec spec = command.getCommandSpec();
              String whole = name + " " + spec.name();
              if (spec.subcommands().isEmpty()) {
                command(spec, whole);
              } else {
                commands(spec, whole);
              }
            });
  }

  private void command(CommandSpec spec, String name) {
    StringBuilder synopsis = new StringBuilder("\\fB" + escaped(name) + "\\fR");
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      String more = parameter.arity().max() > 1 ? "..." : "";
      synopsis.append(" \\fI").append(escaped(parameter.paramLabel())).append("\\fR").append(more);
    }
    page.append(".SS ").append(synopsis).append('\n');
    for (String sentence : spec.usageMessage().description()) {
      line(escaped(sentence));
    }
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      entry("\\fI" + escaped(parameter.paramLabel()) + "\\fR", parameter.description());
    }
    for (OptionSpec option : spec.options()) {
      boolean valued = option.arity().max() > 0;
      String label = valued ? " \\fI" + escaped(option.paramLabel()) + "\\fR" : "";
      entry(
          "\\fB" + escaped(String.join(", ", List.of(option.names()))) + "\\fR" + label,
          option.description());
    }
  }

  private void exitCodes() {
    page.append(".SH EXIT STATUS\n");
    for (ExitCode code : ExitCode.values()) {
      entry(Integer.toString(code.number()), code.meaning());
    }
  }

  private void entry(String label, String... sentences) {
    page.append(".TP\n").append(label).append('\n');
    for (String sentence : sentences) {
      line(escaped(sentence));
    }
  }

  /** A line of text that is no request. */
  private void line(String text) {
    page.append(text.startsWith(".") || text.startsWith("'") ? "\\&" : "");
    page.append(text).append('\n');
  }

  private static String first(CommandSpec spec) {
    String[] description = spec.usageMessage().description();
    return description.length == 0 ? "" : description[0];
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\e").replace("-", "\\-");
  }
}
