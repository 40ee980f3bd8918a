package tidemark.operators.stateful;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tidemark.operators.batch.BytesColumn;

class TextPlacesTest {
  private static final long SEED = Long.getLong("tidemark.seed", System.nanoTime());

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final TextPlaces places = new TextPlaces();
  private final Map<String, Integer> model = new HashMap<>();

  /** Few letters, one of them zero, so that texts differ in their length and their ends alone. */
  @Test
  void everyTextHasOnePlaceAndItStandsThere() {
    for (int batch = 0; batch < 50; batch++) {
      check(texts(1 + random.nextInt(400)));
    }
    assertThat(model.values()).as("seed %d", SEED).doesNotHaveDuplicates();
  }

  private String[] texts(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i -> {
              int zeros = random.nextInt(20);
              return "\0".repeat(zeros) + "a".repeat(random.nextInt(3)) + "é".repeat(zeros % 2);
            })
        .toArray(String[]::new);
  }

  private void check(String[] texts) {
    BytesColumn column = column(texts);
    int[] rows = IntStream.range(0, texts.length).filter(i -> random.nextInt(3) > 0).toArray();
    int[] found = requireNonNull(places.of(column, rows, rows.length));
    for (int row : rows) {
      int place = model.computeIfAbsent(texts[row], t -> found[row]);
      assertThat(found[row]).as("seed %d", SEED).isEqualTo(place);
      byte[] bytes = texts[row].getBytes(StandardCharsets.UTF_8);
      assertThat(Arrays.copyOfRange(places.dictionary(), place, place + bytes.length))
          .isEqualTo(bytes);
    }
  }

  /** The last text ends with the array. */
  private static BytesColumn column(String... texts) {
    byte[] data = String.join("", texts).getBytes(StandardCharsets.UTF_8);
    int[] starts = new int[texts.length];
    int[] lengths = new int[texts.length];
    int start = 0;
    for (int i = 0; i < texts.length; i++) {
      starts[i] = start;
      lengths[i] = texts[i].getBytes(StandardCharsets.UTF_8).length;
      start += lengths[i];
    }
    return new BytesColumn(data, starts, lengths, null, texts.length);
  }

  @Test
  void givesUpWhereThereAreTooMany() {
    int[] row = {0};
    for (int i = 0; i < TextPlaces.MOST; i++) {
      assertThat(places.of(column("text " + i), row, 1)).isNotNull();
    }
    assertThat(places.of(column("text 17"), row, 1)).isNotNull();
    assertThat(places.of(column("one more"), row, 1)).isNull();
    assertThat(places.of(column("text 17"), row, 1)).isNull();
  }

  @Test
  void givesUpWhereTheyAreLong() {
    int[] row = {0};
    String text = "x".repeat(300_000);
    for (String beginning : new String[] {"a", "b", "c"}) {
      assertThat(places.of(column(beginning + text), row, 1)).isNotNull();
    }
    assertThat(places.of(column("d" + text), row, 1)).isNull();
  }
}
