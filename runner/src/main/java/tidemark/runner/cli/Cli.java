package tidemark.runner.cli;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
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
  /** These tell of all commands. */
  private static final Set<String> OF_ALL = Set.of("completion", "man");

  /** By name, in the order of the help. A command is made when it is called: that is faster. */
  private static final Map<String, Supplier<Command>> COMMANDS = commands();

  private Cli() {}

  private static Map<String, Supplier<Command>> commands() {
    Map<String, Supplier<Command>> all = new LinkedHashMap<>();
    all.put("run", RunCommand::new);
    all.put("lint", LintCommand::new);
    all.put("explain", ExplainCommand::new);
    all.put("test", TestCommand::new);
    all.put("status", StatusCommand::new);
    all.put("outcomes", OutcomesCommand::new);
    all.put("reconcile", ReconcileCommand::new);
    all.put("upgrade", UpgradeCommand::new);
    all.put("rehearse", RehearseCommand::new);
    all.put("state", CommandGroup::state);
    all.put("checkpoint", CommandGroup::checkpoint);
    all.put("dead-letter", CommandGroup::deadLetter);
    all.put("explain-code", ExplainCodeCommand::new);
    all.put("functions", FunctionsCommand::new);
    all.put("fmt", FmtCommand::new);
    all.put("preview", PreviewCommand::new);
    all.put("init", InitCommand::new);
    all.put("schema", CommandGroup::schema);
    all.put("lsp", LspCommand::new);
    all.put("completion", CompletionCommand::new);
    all.put("man", ManCommand::new);
    return all;
  }

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
    Map<String, Command> commands = new LinkedHashMap<>();
    called(args).forEach(name -> commands.put(name, COMMANDS.get(name).get()));
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

  /** The commands that these arguments can mean. */
  private static Collection<String> called(String[] args) {
    boolean one = args.length > 0 && COMMANDS.containsKey(args[0]) && !OF_ALL.contains(args[0]);
    return one ? List.of(args[0]) : COMMANDS.keySet();
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
    commands.forEach((name, command) -> root.addSubcommand(name, Options.line(command.spec())));
    CommandSpec help = Options.command("help", "Shows the help of a command.");
    help.addPositional(
        Options.parameters("COMMAND", "The command, and the one within it.").toBuilder()
            .arity("0..*")
            .required(false)
            .build());
    root.addSubcommand("help", Options.line(help));
    CommandLine line = Options.line(root);
    line.setColorScheme(Help.defaultColorScheme(Help.Ansi.OFF));
    return line;
  }

  private static ExitCode usage(CommandLine line, Console console) {
    line.usage(console.out());
    return ExitCode.DONE;
  }

  private static ExitCode help(CommandLine root, ParseResult arguments, Console console) {
    CommandLine line = root;
    for (String name : arguments.<List<String>>matchedPositionalValue(0, List.of())) {
      CommandLine within = line;
      line = line.getSubcommands().get(name);
      if (line == null) {
        throw new ParameterException(within, "There is no command '%s'".formatted(name));
      }
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
