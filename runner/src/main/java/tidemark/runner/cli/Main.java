package tidemark.runner.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import tidemark.runner.yaml.Secrets;

/** The process: arguments, streams as UTF-8, exit code. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    if (args.length > 0 && args[0].equals("run")) {
      Ahead.begin();
    }
    Console console =
        new Console(
            utf8(FileDescriptor.out, false),
            utf8(FileDescriptor.err, true),
            System.getenv(),
            Integer.getInteger("tidemark.columns", 0),
            Integer.getInteger("tidemark.out.columns", 0),
            new Secrets(),
            new Stopping());
    console.stopping().install();
    ExitCode end = Cli.run(args, console);
    console.stopping().ended(end);
    System.exit(end.number());
  }

  private static PrintStream utf8(FileDescriptor descriptor, boolean flushing) {
    return new PrintStream(
        new BufferedOutputStream(new FileOutputStream(descriptor), 8192),
        flushing,
        StandardCharsets.UTF_8);
  }
}
