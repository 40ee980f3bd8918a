package tidemark.operators.connector;

/** What happens to a record that cannot be decoded. */
public enum BadRecordPolicy {
  /** The run fails and names the record. */
  FAIL,
  /** The record is left out and counted. */
  DROP,
  /** Bad fields are null, good ones are kept, the raw record stands in the bad-record column. */
  KEEP,
  /** The record goes to the dead-letter sink with its reason. */
  DEAD_LETTER
}
