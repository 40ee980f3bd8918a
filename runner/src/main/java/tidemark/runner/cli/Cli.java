package tidemark.runner.cli;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;
import tidemark.operators.diagnostics.Nearest;

/** The whole command line as a function: arguments and surroundings in, exit code out. */
public final class Cli {
  private static final List<Command> COMMANDS =
      List.of(
          new RunCommand(),
          new LintCommand(),
          new ExplainCommand(),
          new TestCommand(),
          new StatusCommand(),
          new UpgradeCommand(),
          new CommandGroup(
              "state",
              "Looks into the state of a checkpoint.",
              List.of(
                  new StateListCommand(),
                  new StateShowCommand(),
                  new StateExportCommand(),
                  new StateDiffCommand(),
                  new StateStatsCommand())),
          new CommandGroup(
              "checkpoint",
              "Checks, sets back, forks and tidies a checkpoint.",
              List.of(
                  new CheckpointVerifyCommand(),
                  new CheckpointRollbackCommand(),
                  new CheckpointForkCommand(),
                  new CheckpointGcCommand())),
          new ExplainCodeCommand(),
          new FunctionsCommand(),
          new FmtCommand(),
          new PreviewCommand(),
          new InitCommand(),
          new CommandGroup(
              "schema", "Finds out about the columns of data.", List.of(new SchemaInferCommand())),
          new LspCommand(),
          new CompletionCommand(),
          new ManCommand());

  private Cli() {}

  /** Runs one command; never throws. */
  public static ExitCode run(String[] args, Console console) {
    boolean debug = List.of(args).contains("--debug");
    try {
      return parseAndRun(args, console);
    } catch (ParameterException e) {
      return badUsage(e, console);
    } catch (RuntimeException | Error e) {
      return new FailureReport(console.err(), console.secrets()::mask, debug).print(e);
    } finally {
      console.out().flush();
      console.err().flush();
    }
  }

  private static ExitCode parseAndRun(String[] args, Console console) {
    if (args.length == 1 && args[0].equals("--version")) {
      return version(console); // needs none of the commands
    }
    Map<String, Command> commands = new TreeMap<>();
    CommandLine line = commandLine(commands);
    ParseResult root = line.parseArgs(args);
    if (root.isVersionHelpRequested()) {
      return version(console);
    }
    if (root.isUsageHelpRequested()) {
      return usage(line, console);
    }
    if (!root.hasSubcommand()) {
      throw new ParameterException(line, "Missing command");
    }
    ParseResult chosen = root.subcommand();
    CommandLine chosenLine = chosen.commandSpec().commandLine();
    if (chosen.isUsageHelpRequested()) {
      return usage(chosenLine, console);
    }
    if (chosenLine.getCommandName().equals("help")) {
      return help(line, chosen, console);
    }
    return commands.get(chosenLine.getCommandName()).run(chosen, console);
  }

  private static CommandLine commandLine(Map<String, Command> commands) {
    CommandSpec root =
        Options.command(
            "tidemark", "Runs, checks and explains data pipelines that are written in YAML.");
    root.addOption(
        OptionSpec.builder("-V", "--version")
            .versionHelp(true)
            .description("Show the version and exit.")
            .build());
    for (Command command : COMMANDS) {
      CommandSpec spec = command.spec();
      commands.put(spec.name(), command);
      root.addSubcommand(spec.name(), spec);
    }
    CommandSpec help = Options.command("help", "Shows the help of a command.");
    help.addPositional(
        Options.parameter("COMMAND", "The command.").toBuilder()
            .arity("0..1")
            .required(false)
            .build());
    root.addSubcommand("help", help);
    CommandLine line = new CommandLine(root);
    line.setColorScheme(Help.defaultColorScheme(Help.Ansi.OFF));
    return line;
  }

  private static ExitCode usage(CommandLine line, Console console) {
    line.usage(console.out());
    return ExitCode.DONE;
  }

  private static ExitCode help(CommandLine root, ParseResult arguments, Console console) {
    String name = arguments.matchedPositionalValue(0, "");
    if (name.isEmpty()) {
      return usage(root, console);
    }
    CommandLine line = root.getSubcommands().get(name);
    if (line == null) {
      throw new ParameterException(root, "There is no command '%s'".formatted(name));
    }
    return usage(line, console);
  }

  private static ExitCode badUsage(ParameterException e, Console console) {
    CommandSpec spec = e.getCommandLine().getCommandSpec();
    String message = e.getMessage();
    Optional<String> meant = Optional.empty();
    if (e instanceof UnmatchedArgumentException unmatched) {
      String first = unmatched.getUnmatched().get(0);
      boolean option = first.startsWith("-");
      boolean command = !option && !spec.subcommands().isEmpty();
      message =
          (option ? "Unknown option" : command ? "Unknown command" : "One argument too many")
              + " '%s'".formatted(first);
      meant = Nearest.of(first, option ? spec.optionsMap().keySet() : spec.subcommands().keySet());
    }
    console.err().println("tidemark: " + message);
    meant.ifPresent(name -> console.err().println("Did you mean '%s'?".formatted(name)));
    console.err().println("Try '%s --help'.".formatted(spec.qualifiedName()));
    return ExitCode.BAD_INPUT;
  }

  private static ExitCode version(Console console) {
    String version = Cli.class.getPackage().getImplementationVersion();
    console.out().println("tidemark " + (version == null ? "(not packaged)" : version));
    return ExitCode.DONE;
  }
}
