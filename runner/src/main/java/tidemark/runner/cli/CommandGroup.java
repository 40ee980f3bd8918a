package tidemark.runner.cli;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Commands under one name: {@code tidemark state show}. */
final class CommandGroup implements Command {
  private final String name;
  private final String description;
  private final Map<String, Command> commands = new TreeMap<>();

  private CommandGroup(String name, String description, List<Command> commands) {
    this.name = name;
    this.description = description;
    commands.forEach(command -> this.commands.put(command.spec().name(), command));
  }

  static CommandGroup state() {
    return new CommandGroup(
        "state",
        "Looks into the state of a checkpoint.",
        List.of(
            new StateListCommand(),
            new StateShowCommand(),
            new StateExportCommand(),
            new StateDiffCommand(),
            new StateStatsCommand()));
  }

  static CommandGroup checkpoint() {
    return new CommandGroup(
        "checkpoint",
        "Checks, sets back, forks and tidies a checkpoint.",
        List.of(
            new CheckpointVerifyCommand(),
            new CheckpointRollbackCommand(),
            new CheckpointForkCommand(),
            new CheckpointGcCommand()));
  }

  static CommandGroup deadLetter() {
    return new CommandGroup(
        "dead-letter",
        "Lists dead letters and lets them be read again.",
        List.of(new DeadLetterListCommand(), new DeadLetterReplayCommand()));
  }

  static CommandGroup schema() {
    return new CommandGroup(
        "schema", "Finds out about the columns of data.", List.of(new SchemaInferCommand()));
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = Options.command(name, description);
    commands.forEach((sub, command) -> spec.addSubcommand(sub, Options.line(command.spec())));
    return spec;
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    if (!arguments.hasSubcommand()) {
      throw new ParameterException(
          arguments.commandSpec().commandLine(),
          "Missing command: one of " + String.join(", ", commands.keySet()));
    }
    ParseResult chosen = arguments.subcommand();
    if (chosen.isUsageHelpRequested()) {
      chosen.commandSpec().commandLine().usage(console.out());
      return ExitCode.DONE;
    }
    return commands.get(chosen.commandSpec().name()).run(chosen, console);
  }
}
