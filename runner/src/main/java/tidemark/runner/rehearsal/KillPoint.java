package tidemark.runner.rehearsal;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tidemark.runner.engine.Boundary;
import tidemark.runner.engine.CrashPoint;

/** The place in one micro-batch at which a run is killed. */
public sealed interface KillPoint {
  /** The number of the micro-batch. */
  long batch();

  /** The place in words, as the end of a sentence that begins with "killed". */
  String words();

  /** The place as one word, which {@link #parse} reads. */
  String word();

  /** Dies when a run is there. */
  CrashPoint deadly(Runnable death);

  /** Right after a boundary of the whole micro-batch. */
  record AtBoundary(Boundary boundary, long batch) implements KillPoint {
    @Override
    public String words() {
      return switch (boundary) {
        case PLANNED -> "after the batch was planned";
        case READ -> "after its rows were read";
        case STATE_SEALED -> "after its state was written";
        case SINK_PREPARED -> "after all sinks had prepared";
        case SINK_COMMITTED -> "after all sinks had committed";
        case COMMITTED -> "after the batch was done";
      };
    }

    @Override
    public String word() {
      return boundary.word();
    }

    @Override
    public CrashPoint deadly(Runnable death) {
      return (reached, at) -> {
        if (reached == boundary && at == batch) {
          death.run();
        }
      };
    }
  }

  /**
   * Before the commit of one sink.
   *
   * @param before the sink that commits before it, if any does
   */
  record BeforeCommit(String sink, Optional<String> before, long batch) implements KillPoint {
    @Override
    public String words() {
      String words = "before `" + sink + "` committed";
      return before.map(b -> "after `" + b + "` was done, " + words).orElse(words);
    }

    @Override
    public String word() {
      return "before:" + sink;
    }

    @Override
    public CrashPoint deadly(Runnable death) {
      return new SinkCrash() {
        @Override
        public void committing(String id, long at) {
          if (id.equals(sink) && at == batch) {
            death.run();
          }
        }
      };
    }
  }

  /** After the commit of one sink took effect, before its answer was noted. */
  record AfterCommit(String sink, long batch) implements KillPoint {
    @Override
    public String words() {
      return "after `" + sink + "` committed, its answer lost";
    }

    @Override
    public String word() {
      return "after:" + sink;
    }

    @Override
    public CrashPoint deadly(Runnable death) {
      return new SinkCrash() {
        @Override
        public void tookEffect(String id, long at) {
          if (id.equals(sink) && at == batch) {
            death.run();
          }
        }
      };
    }
  }

  /** Looks at no boundary of the whole batch. */
  interface SinkCrash extends CrashPoint {
    @Override
    default void reached(Boundary boundary, long batch) {}
  }

  /** The whole as text: the word and the batch. */
  default String text() {
    return word() + "@" + batch();
  }

  /** Reads what {@link #text} gives. */
  static KillPoint parse(String text) {
    Matcher parts = Pattern.compile("(?:(before|after):)?(\\w+)@(\\d+)").matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException("`" + text + "` is no place to be killed at");
    }
    String name = parts.group(2);
    long batch = Long.parseLong(parts.group(3));
    if (parts.group(1) == null) {
      return Arrays.stream(Boundary.values())
          .filter(b -> b.word().equals(name))
          .map(b -> new AtBoundary(b, batch))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("`" + name + "` is no boundary"));
    }
    return parts.group(1).equals("before")
        ? new BeforeCommit(name, Optional.empty(), batch)
        : new AfterCommit(name, batch);
  }
}
