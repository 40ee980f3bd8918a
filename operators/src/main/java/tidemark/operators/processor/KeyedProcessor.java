package tidemark.operators.processor;

/**
 * Custom keyed state in Java, named by {@code processor:} in a {@code stateful} step. Found by
 * {@link java.util.ServiceLoader}: list the class in {@code
 * META-INF/services/tidemark.operators.processor.KeyedProcessor}.
 *
 * <p>One object serves a whole run; it keeps nothing itself. What must survive from row to row is
 * in the variables that it declares, which are stored, restored and migrated with the checkpoint.
 */
public interface KeyedProcessor {
  /** The name that pipeline files use. */
  String name();

  /**
   * What it keeps for each key and gives out.
   *
   * @throws IllegalArgumentException with a sentence for the user, if the input does not suit it
   */
  ProcessorShape shape(ProcessorInput input);

  /** Its work on one thread of one micro-batch. */
  KeyedTask open(ProcessorInput input);
}
