package tidemark.runner.compile;

import java.util.Optional;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.Options;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.types.Schema;

/**
 * A sink, checked and ready to be opened.
 *
 * @param node the id of the plan's node that hands it rows; empty for the sink of late rows, which
 *     every step hands some
 * @param schema the columns of those rows
 * @param span the sink's id in the pipeline file
 */
public record SinkDefinition(
    String id,
    Connector connector,
    Options options,
    Optional<String> node,
    Schema schema,
    Span span) {
  /** How it makes one micro-batch take effect once. */
  public Delivery delivery() {
    return connector.delivery(options);
  }

  /** Whether it can find out what became of a batch whose answer was lost. */
  public boolean canTell() {
    return connector.canTell(options);
  }
}
