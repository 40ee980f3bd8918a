package tidemark.operators.processor;

/** A key's variables, in the order in which the processor declares them. */
public interface Variables extends KeyedRow, ValueSetter {}
