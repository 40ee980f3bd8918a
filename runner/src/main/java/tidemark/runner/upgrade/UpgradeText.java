package tidemark.runner.upgrade;

import java.util.List;
import java.util.Locale;
import tidemark.runner.report.Amounts;
import tidemark.runner.upgrade.Rehearsal.Played;

/** What an upgrade would do, and what a rehearsal of it gave, as people read them. */
public final class UpgradeText {
  private UpgradeText() {}

  /** One line a step and source. */
  public static String of(Outlook outlook) {
    StringBuilder text = new StringBuilder();
    int subject = outlook.parts().stream().mapToInt(p -> p.subject().length()).max().orElse(0);
    for (Outlook.Part part : outlook.parts()) {
      String stored =
          part.rows() == 0 && part.bytes() == 0
              ? "nothing stored"
              : Amounts.count(part.rows(), "row", "rows") + ", " + Amounts.bytes(part.bytes());
      text.append(
          String.format(
                  Locale.ROOT,
                  "  %-" + Math.max(1, subject) + "s  %-10s  %-20s  %s",
                  part.subject(),
                  part.effect().words(),
                  stored,
                  part.detail())
              .stripTrailing());
      text.append('\n');
    }
    return text.toString();
  }

  /** What a pipeline did in a rehearsal. */
  public static String of(String name, Played played) {
    return "%s: %s, %s read\n"
        .formatted(
            name,
            Amounts.count(played.batches().size(), "batch", "batches"),
            Amounts.count(played.inputRows(), "row", "rows"));
  }

  /**
   * The rows of one sink that differ.
   *
   * @param most rows of each side that are shown
   */
  public static String of(String sink, RowsDifference difference, int most) {
    StringBuilder text = new StringBuilder();
    text.append(
        "sink %s: %s the same, %s only before, %s only now\n"
            .formatted(
                sink,
                Amounts.count(difference.same()),
                Amounts.count(difference.gone().size()),
                Amounts.count(difference.come().size())));
    add("- ", difference.gone(), most, text);
    add("+ ", difference.come(), most, text);
    return text.toString();
  }

  /** The first rows of one sink, where there is nothing to compare them with. */
  public static String of(String sink, List<String> rows, int most) {
    StringBuilder text = new StringBuilder();
    text.append("sink %s: %s\n".formatted(sink, Amounts.count(rows.size(), "row", "rows")));
    add("  ", rows, most, text);
    return text.toString();
  }

  private static void add(String mark, List<String> rows, int most, StringBuilder text) {
    rows.stream().limit(most).forEach(row -> text.append(mark).append(row).append('\n'));
    if (rows.size() > most) {
      text.append(mark)
          .append("… ")
          .append(Amounts.count(rows.size() - most, "more row", "more rows"))
          .append('\n');
    }
  }
}
