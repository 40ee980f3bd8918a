package tidemark.operators.builtin.rate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import tidemark.operators.connector.Range;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/**
 * The values {@code [from, to)} of a rate source. As JSON: {@code {"start":…,"rate":…,"from":…,
 * "to":…}}.
 *
 * @param start the time of value 0, in microseconds
 * @param rate values a second
 */
record RateRange(long start, long rate, long from, long to) {
  private static final JsonFactory JSON = new JsonFactory();
  private static final long MICROS_A_SECOND = 1_000_000;

  /** The time of a value, in microseconds. */
  static long time(long start, long rate, long value) {
    return start + value / rate * MICROS_A_SECOND + value % rate * MICROS_A_SECOND / rate;
  }

  /** How many values lie before the time. */
  static long valuesBefore(long start, long rate, long time) {
    long elapsed = Math.max(0, time - start);
    return elapsed / MICROS_A_SECOND * rate + elapsed % MICROS_A_SECOND * rate / MICROS_A_SECOND;
  }

  String toJson() {
    return "{\"start\":"
        + start
        + ",\"rate\":"
        + rate
        + ",\"from\":"
        + from
        + ",\"to\":"
        + to
        + "}";
  }

  Range toRange() {
    return new Range(toJson(), 0);
  }

  static RateRange of(String text) {
    long start = 0;
    long rate = 0;
    long from = 0;
    long to = -1;
    try (JsonParser json = JSON.createParser(text)) {
      JsonToken first = json.nextToken();
      while (first == JsonToken.START_OBJECT && json.nextToken() == JsonToken.FIELD_NAME) {
        String key = json.currentName();
        long value = json.nextLongValue(-1);
        switch (key) {
          case "start" -> start = value;
          case "rate" -> rate = value;
          case "from" -> from = value;
          case "to" -> to = value;
          default -> {}
        }
      }
    } catch (IOException unreadable) {
      throw damaged(text);
    }
    if (rate <= 0 || from < 0 || to < from) {
      throw damaged(text);
    }
    return new RateRange(start, rate, from, to);
  }

  private static Failure damaged(String text) {
    return new Failure(
        Code.TM504,
        "the recorded range of a rate source cannot be read: " + text,
        "restore the checkpoint from a copy");
  }
}
