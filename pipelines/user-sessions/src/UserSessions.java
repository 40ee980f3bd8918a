import java.time.Duration;
import java.util.List;
import tidemark.operators.processor.KeyContext;
import tidemark.operators.processor.KeyedProcessor;
import tidemark.operators.processor.KeyedRow;
import tidemark.operators.processor.KeyedTask;
import tidemark.operators.processor.ProcessorInput;
import tidemark.operators.processor.ProcessorShape;
import tidemark.operators.types.Field;
import tidemark.operators.types.SimpleType;

/**
 * Visits of users: a row when one starts, and one when it ends, which is after so many minutes
 * without a click (option {@code silence_minutes}). The step's key is the user.
 */
public final class UserSessions implements KeyedProcessor {
  private static final int START = 0;
  private static final int LAST = 1;
  private static final int CLICKS = 2;

  @Override
  public String name() {
    return "user_sessions";
  }

  @Override
  public ProcessorShape shape(ProcessorInput input) {
    input.column("at");
    silence(input);
    return new ProcessorShape(
        List.of(
            Field.of("start", SimpleType.TIMESTAMP),
            Field.of("last", SimpleType.TIMESTAMP),
            Field.of("clicks", SimpleType.BIGINT)),
        List.of(
            Field.of("user", SimpleType.STRING),
            Field.of("event", SimpleType.STRING),
            Field.of("at", SimpleType.TIMESTAMP),
            Field.of("clicks", SimpleType.BIGINT)));
  }

  @Override
  public KeyedTask open(ProcessorInput input) {
    return new Visits(input.column("at"), silence(input));
  }

  private static Duration silence(ProcessorInput input) {
    String minutes = input.options().getOrDefault("silence_minutes", "30");
    try {
      return Duration.ofMinutes(Long.parseLong(minutes));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("`silence_minutes` is not a number: " + minutes);
    }
  }

  /** The visits of the keys of one thread. */
  private static final class Visits implements KeyedTask {
    private final int at;
    private final Duration silence;

    Visits(int at, Duration silence) {
      this.at = at;
      this.silence = silence;
    }

    @Override
    public void row(KeyedRow row, KeyContext key) {
      long time = row.longAt(at);
      if (!key.state().isNull(LAST) && time > end(key)) {
        finish(key);
      }
      if (key.state().isNull(START)) {
        key.state().setLong(START, time);
        key.state().setLong(LAST, time);
        key.state().setLong(CLICKS, 0);
        emit(key, "start", time, false);
      }
      key.state().setLong(LAST, Math.max(time, key.state().longAt(LAST)));
      key.state().setLong(CLICKS, key.state().longAt(CLICKS) + 1);
      key.armTimeout(silence);
    }

    @Override
    public void timeout(KeyContext key) {
      finish(key);
    }

    private void finish(KeyContext key) {
      emit(key, "end", end(key), true);
      key.clear();
    }

    private long end(KeyContext key) {
      return key.state().longAt(LAST) + silence.toMillis() * 1000;
    }

    private static void emit(KeyContext key, String event, long time, boolean isOver) {
      if (!key.key().isNull(0)) {
        key.output().setText(0, key.key().textAt(0));
      }
      key.output().setText(1, event);
      key.output().setLong(2, time);
      if (isOver) {
        key.output().setLong(3, key.state().longAt(CLICKS));
      }
      key.emit();
    }
  }
}
