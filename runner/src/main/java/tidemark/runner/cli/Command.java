package tidemark.runner.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** One subcommand: what it accepts, and what it does with it. */
interface Command {
  /** Name, options and help. Built by hand: reading annotations would double the start-up time. */
  CommandSpec spec();

  /**
   * Does the work. Failures are thrown; findings are printed and end in a code.
   *
   * @param arguments what was parsed by {@link #spec()}
   */
  ExitCode run(ParseResult arguments, Console console);
}
