package tidemark.operators.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LineRunsTest {
  @Test
  void rowsFollowEachOtherUnlessALineWasNone() {
    LineRuns lines = new LineRuns();
    lines.begin(0, 0); // lines 0 and 1 are rows 0 and 1, line 2 is blank
    lines.begin(2, 3);
    lines.begin(2, 4); // line 3 was bad
    lines.begin(3, 5);
    lines.begin(4, 9);
    long[] found = new long[6];
    for (int row = 0; row < found.length; row++) {
      found[row] = lines.of(row);
    }
    assertThat(found).containsExactly(0, 1, 4, 5, 9, 10);
  }

  @Test
  void aBatchBeginsAnew() {
    LineRuns lines = new LineRuns();
    lines.begin(0, 0);
    lines.begin(7, 20);
    lines.begin(0, 30);
    assertThat(lines.of(8)).isEqualTo(38);
  }
}
