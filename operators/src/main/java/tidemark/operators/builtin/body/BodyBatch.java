package tidemark.operators.builtin.body;

import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.connector.SinkWriter;

/**
 * A micro-batch that is handed over as one body. Without rows there is nothing to hand over, but in
 * complete mode, where an empty body says that the result is empty now.
 */
public final class BodyBatch implements SinkBatch {
  private final BodyFormat format;
  private final Body.Packing packing;
  private final SinkRequest request;
  private final Consumer<Body> handover;
  private final SortedMap<Integer, BodyPart> parts = new ConcurrentSkipListMap<>();
  private Optional<Body> body = Optional.empty();

  /**
   * @param handover brings the body to its receiver, or throws
   */
  public BodyBatch(
      BodyFormat format, Body.Packing packing, SinkRequest request, Consumer<Body> handover) {
    this.format = format;
    this.packing = packing;
    this.request = request;
    this.handover = handover;
  }

  @Override
  public SinkWriter writer(int partition) {
    return parts.computeIfAbsent(partition, p -> new BodyPart(format, request.schema()));
  }

  @Override
  public void prepare() {
    body = Optional.of(Body.of(parts.values(), format, request.schema(), packing));
  }

  @Override
  public void commit() {
    Body whole = body.orElseThrow(() -> new IllegalStateException("commit before prepare"));
    if (whole.rows() > 0 || request.mode() == OutputMode.COMPLETE) {
      handover.accept(whole);
    }
  }

  @Override
  public void close() {
    parts.values().forEach(BodyPart::close);
    body.ifPresent(Body::close);
  }
}
