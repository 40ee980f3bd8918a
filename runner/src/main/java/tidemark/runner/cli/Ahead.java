package tidemark.runner.cli;

import java.security.SecureRandom;
import tidemark.operators.expr.syntax.SyntaxReader;

/**
 * Loads what a run needs whatever its file says, on a thread of its own: while the first thread
 * reads arguments and file, a second processor has nothing to do. All of it is done again where it
 * is needed, takes little time then, and fails there if it fails.
 */
final class Ahead implements Runnable {
  private Ahead() {}

  static void begin() {
    if (Runtime.getRuntime().availableProcessors() > 1) {
      Thread thread = new Thread(new Ahead(), "tidemark-ahead");
      thread.setDaemon(true);
      thread.start();
    }
  }

  @Override
  public void run() {
    try {
      int unused = PipelineFiles.installed().size();
      SyntaxReader.expression("count(a)", (code, place, message, hint) -> {});
      unused = new SecureRandom().nextInt();
    } catch (RuntimeException | Error metAgain) {
      // Where it is needed it is reported, with its place and the way out.
    }
  }
}
