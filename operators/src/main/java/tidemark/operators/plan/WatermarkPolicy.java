package tidemark.operators.plan;

/** How several watermarks become one: wait for the slowest, or follow the fastest. */
public enum WatermarkPolicy {
  MIN,
  MAX
}
