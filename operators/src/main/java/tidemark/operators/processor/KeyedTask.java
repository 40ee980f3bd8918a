package tidemark.operators.processor;

/**
 * What a processor does, on one thread of one micro-batch. A key's rows come in the order of their
 * event time (in processing time: of the input), then its time-out if it is due. An exception stops
 * the run; the micro-batch has then not happened.
 */
public interface KeyedTask {
  /** Takes a row of a key. Row and key are valid until this returns. */
  void row(KeyedRow row, KeyContext key);

  /** The key's time-out has fired; it is disarmed. */
  void timeout(KeyContext key);
}
