package tidemark.runner.cli;

import java.io.PrintStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import tidemark.operators.connector.Notice;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.Outcome;
import tidemark.runner.engine.BatchObserver;
import tidemark.runner.engine.BatchProgress;
import tidemark.runner.report.ProgressJson;
import tidemark.runner.report.ProgressReport;
import tidemark.runner.report.RunTotals;

/**
 * Prints the progress of one run. Warnings are printed once per kind, what a source notices up to
 * twenty times; after that the summary's counts speak.
 */
final class ProgressPrinter implements BatchObserver {
  private static final long LIVE_MILLIS = 100;
  private static final long PLAIN_MILLIS = 1000;
  private static final int NOTICES = 20;
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintStream err;
  private final ProgressMode mode;
  private final int columns;
  private final LongSupplier millis;
  private final ProgressReport text;
  private final ProgressJson json;
  private final RunTotals totals = new RunTotals();
  private final Set<String> warned = new HashSet<>();
  private final Map<String, Integer> notices = new HashMap<>();
  private final long started;
  private long nextMillis;

  /** The line of the last batch if it came too soon to be printed. */
  private String skipped = "";

  /**
   * @param pipeline the pipeline's name
   * @param columns the terminal's width
   * @param millis a clock that never goes back
   */
  ProgressPrinter(
      PrintStream err, ProgressMode mode, String pipeline, int columns, LongSupplier millis) {
    this.err = err;
    this.mode = mode;
    this.columns = columns;
    this.millis = millis;
    this.text = new ProgressReport(pipeline);
    this.json = new ProgressJson(pipeline);
    this.started = millis.getAsLong();
    this.nextMillis = started;
  }

  @Override
  public void committed(BatchProgress batch) {
    totals.add(batch);
    if (mode == ProgressMode.JSON) {
      err.println(json.line(batch, totals));
      return;
    }
    if (mode == ProgressMode.NONE) {
      return;
    }
    warn(batch);
    long now = millis.getAsLong();
    if (mode == ProgressMode.LIVE) {
      live(now);
    } else {
      plain(batch, now);
    }
  }

  @Override
  public void reading(long batch, long rows, long bytes, long allBytes) {
    if (mode == ProgressMode.LIVE) {
      long elapsed = millis.getAsLong() - started;
      err.print(CLEAR_LINE + text.reading(batch, rows, bytes, allBytes, elapsed, columns));
      err.flush();
    }
  }

  @Override
  public void loaded(String source, long rows, long bytes) {
    if (mode == ProgressMode.JSON) {
      err.println(json.table(source, rows, bytes));
    } else if (mode != ProgressMode.NONE) {
      err.println((mode == ProgressMode.LIVE ? CLEAR_LINE : "") + text.table(source, rows, bytes));
    }
  }

  @Override
  public void asked(OperationKey key, Outcome outcome) {
    totals.unfinished().asked(key, outcome);
  }

  @Override
  public void tookEffect(OperationKey key) {
    totals.unfinished().tookEffect(key);
  }

  @Override
  public void noticed(String source, Notice notice) {
    totals.add(notice);
    if (mode == ProgressMode.JSON) {
      err.println(json.notice(source, notice));
      return;
    }
    String kind = notice.code() + " " + source;
    int before = notices.merge(kind, 1, Integer::sum);
    if (mode == ProgressMode.NONE || before > NOTICES) {
      return;
    }
    String more = before < NOTICES ? "" : "; further ones are only counted";
    err.println(
        (mode == ProgressMode.LIVE ? CLEAR_LINE : "")
            + "warning %s: source `%s`: %s".formatted(notice.code(), source, notice.message())
            + more);
  }

  private void warn(BatchProgress batch) {
    for (String warning : text.warnings(batch)) {
      if (warned.add(warning.substring(0, "warning TMxxx".length()))) {
        err.println((mode == ProgressMode.LIVE ? CLEAR_LINE : "") + warning);
      }
    }
  }

  private void live(long now) {
    if (now >= nextMillis) {
      err.print(CLEAR_LINE + text.live(totals, columns));
      err.flush();
      nextMillis = now + LIVE_MILLIS;
    }
  }

  private void plain(BatchProgress batch, long now) {
    skipped = text.line(batch, totals);
    if (now >= nextMillis) {
      err.println(skipped);
      skipped = "";
      nextMillis = now + PLAIN_MILLIS;
    }
  }

  /**
   * Prints the summary.
   *
   * @param end how the run ended: {@code done}, {@code stopped}, {@code failed}
   */
  void finish(String end) {
    long elapsed = millis.getAsLong() - started;
    switch (mode) {
      case JSON -> err.println(json.summary(totals, end, elapsed));
      case LIVE -> {
        err.print(CLEAR_LINE);
        text.summary(totals, end, elapsed).forEach(err::println);
      }
      case PLAIN -> {
        if (!skipped.isEmpty()) {
          err.println(skipped);
        }
        text.summary(totals, end, elapsed).forEach(err::println);
      }
      case NONE -> {}
    }
  }
}
