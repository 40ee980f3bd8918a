package tidemark.runner.keyed;

import tidemark.operators.processor.KeyedProcessor;
import tidemark.operators.processor.KeyedTask;
import tidemark.operators.processor.ProcessorInput;
import tidemark.operators.processor.ProcessorShape;

/**
 * The processor of the example {@code user-sessions}, compiled from its source when it is asked
 * for.
 */
public final class ExampleProcessor implements KeyedProcessor {
  /** Compiled once, as a user would. */
  private static final class Compiled {
    static final KeyedProcessor PROCESSOR =
        CompiledExample.of("user-sessions", "UserSessions", KeyedProcessor.class);
  }

  /** The example's own class. */
  static KeyedProcessor compiledExample() {
    return Compiled.PROCESSOR;
  }

  @Override
  public String name() {
    return "user_sessions";
  }

  @Override
  public ProcessorShape shape(ProcessorInput input) {
    return Compiled.PROCESSOR.shape(input);
  }

  @Override
  public KeyedTask open(ProcessorInput input) {
    return Compiled.PROCESSOR.open(input);
  }
}
