package tidemark.runner.compile;

import java.util.Collection;
import java.util.List;
import tidemark.operators.connector.Delivery;

/** What holds between the sinks of a pipeline, which share no transaction. */
record SinksTogether(List<SinkDefinition> sinks) {
  SinksTogether {
    sinks = List.copyOf(sinks);
  }

  /** In the order in which they commit. */
  static SinksTogether of(Collection<SinkDefinition> sinks) {
    return new SinksTogether(sinks.stream().sorted((a, b) -> a.id().compareTo(b.id())).toList());
  }

  void write(Page page) {
    if (sinks.size() < 2) {
      return;
    }
    page.title("sinks together");
    page.entry("commit", "one after the other: " + ids(sinks));
    page.entry(
        "between",
        "a reader may see a batch in "
            + sinks.get(0).id()
            + " that is not in "
            + sinks.get(sinks.size() - 1).id()
            + " yet");
    List<SinkDefinition> repeating =
        sinks.stream().filter(s -> s.delivery() == Delivery.NONE).toList();
    page.entry(
        "one fails",
        "the run stops; those before it keep the batch, and the next run gives it to the others"
            + (repeating.isEmpty() ? "" : ", and once more to " + ids(repeating)));
  }

  private static String ids(List<SinkDefinition> sinks) {
    return String.join(", ", sinks.stream().map(SinkDefinition::id).toList());
  }
}
