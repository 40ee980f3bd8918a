package tidemark.runner.layout;

import java.util.List;
import java.util.Optional;
import tidemark.operators.types.DataType;

/**
 * One field of a step's stored rows.
 *
 * @param id given once and never to another field of the step
 * @param name of a key: its column; of a value: the accumulator's own name
 * @param expression what the field holds, as canonical text over the step's input
 * @param meaning the same over what the input is made of, one text a branch of the reading, in its
 *     order; casts that lose nothing are left out
 * @param initial what rows that were stored before the field was there hold of it; empty where no
 *     such rows can be
 */
public record StateField(
    int id,
    String name,
    DataType type,
    boolean nullable,
    String expression,
    List<String> meaning,
    Optional<Initial> initial) {
  public StateField {
    meaning = List.copyOf(meaning);
  }

  /** Ends a text that stands for what depends on the pipeline's time zone. */
  public static final String IN_ZONE = " in time_zone";

  /** True if the value that a text stands for depends on the pipeline's time zone. */
  public static boolean dependsOnZone(String text) {
    return text.endsWith(IN_ZONE);
  }

  /** The text without that; early releases wrote it behind fewer. */
  public static String withoutZone(String text) {
    return dependsOnZone(text) ? text.substring(0, text.length() - IN_ZONE.length()) : text;
  }

  /** The same field under another id. */
  public StateField withId(int other) {
    return new StateField(other, name, type, nullable, expression, meaning, initial);
  }

  /** The same under another name. */
  public StateField called(String other) {
    return new StateField(id, other, type, nullable, expression, meaning, initial);
  }

  /** The same with another meaning; none if nothing of the plan means the same. */
  public StateField meaning(List<String> other) {
    return new StateField(id, name, type, nullable, expression, other, initial);
  }

  /** The same with what older rows hold of it. */
  public StateField withInitial(Optional<Initial> other) {
    return new StateField(id, name, type, nullable, expression, meaning, other);
  }

  /** What rows hold of a field that they were stored without. */
  public sealed interface Initial {
    /** What a group without rows holds: it counts from then on. */
    record Neutral() implements Initial {}

    /** The group's result is null until the group is closed. */
    record NullUntilClosed() implements Initial {}

    /** A given value, as text of the field's type. */
    record Value(String text) implements Initial {}

    /** Null, in a field that may be null. */
    record Null() implements Initial {}

    /** The value of another field of the same row, cast to this field's type; null is zero. */
    record Copied(int field) implements Initial {}
  }
}
