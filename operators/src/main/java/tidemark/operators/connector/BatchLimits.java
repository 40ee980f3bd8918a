package tidemark.operators.connector;

/**
 * How much of a source one micro-batch may take; {@link Long#MAX_VALUE} where there is no limit. At
 * least one unit (file, record) is always taken.
 */
public record BatchLimits(long maxFiles, long maxRows, long maxBytes) {
  public static final BatchLimits NONE =
      new BatchLimits(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

  public boolean isNone() {
    return maxFiles == Long.MAX_VALUE && maxRows == Long.MAX_VALUE && maxBytes == Long.MAX_VALUE;
  }

  /** These limits, and the usual ones where these set none. */
  public BatchLimits or(BatchLimits usual) {
    return new BatchLimits(
        maxFiles == Long.MAX_VALUE ? usual.maxFiles : maxFiles,
        maxRows == Long.MAX_VALUE ? usual.maxRows : maxRows,
        maxBytes == Long.MAX_VALUE ? usual.maxBytes : maxBytes);
  }
}
