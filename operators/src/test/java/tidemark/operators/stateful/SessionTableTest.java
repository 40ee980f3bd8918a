package tidemark.operators.stateful;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SessionTableTest {
  private record Span(long start, long end) {}

  @Test
  void touchingSpansAreOneSession() {
    SessionTable table = new SessionTable(List.of());
    int key = table.key(new byte[0], 0, 0, 0);
    table.place(key, 0, 10);
    table.place(key, 10, 20);
    assertThat(spans(table, key)).containsExactly(new Span(0, 20));
  }

  @Test
  void aSpanThatBridgesTwoSessionsMakesThemOne() {
    SessionTable table = new SessionTable(List.of());
    int key = table.key(new byte[0], 0, 0, 0);
    int first = table.place(key, 0, 10);
    int second = table.place(key, 15, 25);
    int bridge = table.place(key, 8, 18);
    assertThat(spans(table, key)).containsExactly(new Span(0, 25));
    assertThat(table.current(first)).isEqualTo(bridge);
    assertThat(table.current(second)).isEqualTo(bridge);
  }

  @Test
  void sessionsAreThoseOfASweepOverSortedSpans() {
    for (long seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      SessionTable table = new SessionTable(List.of());
      int key = table.key(new byte[0], 0, 0, 0);
      List<Span> spans = new ArrayList<>();
      for (int i = 0; i < 1 + random.nextInt(60); i++) {
        long start = random.nextInt(400);
        spans.add(new Span(start, start + 5 + random.nextInt(3)));
        table.place(key, start, spans.get(i).end());
      }
      assertThat(spans(table, key)).as("seed %d", seed).isEqualTo(sweep(spans));
    }
  }

  private static List<Span> spans(SessionTable table, int key) {
    List<Span> spans = new ArrayList<>();
    for (int s = table.newest(key); s != SessionTable.NONE; s = table.older(s)) {
      spans.add(0, new Span(table.start(s), table.end(s)));
    }
    return spans;
  }

  private static List<Span> sweep(List<Span> spans) {
    List<Span> sorted = new ArrayList<>(spans);
    sorted.sort(java.util.Comparator.comparingLong(Span::start));
    List<Span> merged = new ArrayList<>();
    for (Span span : sorted) {
      Span last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
      if (last != null && span.start() <= last.end()) {
        merged.set(merged.size() - 1, new Span(last.start(), Math.max(last.end(), span.end())));
      } else {
        merged.add(span);
      }
    }
    return merged;
  }
}
