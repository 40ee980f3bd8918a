package tidemark.runner.faults;

import java.util.List;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.connector.SinkWriter;
import tidemark.operators.connector.Source;
import tidemark.operators.connector.SourceDescription;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Failure;

/** Sinks of another connector whose first commit fails, as a table's does that is not there. */
final class FailOnce implements Connector {
  private final Connector real;
  private boolean failed;

  FailOnce(Connector real) {
    this.real = real;
  }

  @Override
  public String name() {
    return real.name();
  }

  @Override
  public List<OptionSpec> sourceOptions() {
    return real.sourceOptions();
  }

  @Override
  public List<OptionSpec> sinkOptions() {
    return real.sinkOptions();
  }

  @Override
  public Delivery delivery(Options options) {
    return real.delivery(options);
  }

  @Override
  public SourceDescription describe(SourceRequest request, Diagnostics found) {
    return real.describe(request, found);
  }

  @Override
  public Source open(SourceRequest request) {
    return real.open(request);
  }

  @Override
  public Sink open(SinkRequest request) {
    Sink sink = real.open(request);
    return new Sink() {
      @Override
      public Delivery delivery() {
        return sink.delivery();
      }

      @Override
      public Outcome outcome(OperationKey key) {
        return sink.outcome(key);
      }

      @Override
      public SinkBatch begin(OperationKey key) {
        return failing(sink.begin(key));
      }

      @Override
      public void close() {
        sink.close();
      }
    };
  }

  private SinkBatch failing(SinkBatch batch) {
    return new SinkBatch() {
      @Override
      public SinkWriter writer(int partition) {
        return batch.writer(partition);
      }

      @Override
      public void prepare() {
        batch.prepare();
      }

      @Override
      public void commit() {
        if (!failed) {
          failed = true;
          throw new Failure(Code.TM605, "the table `b` does not exist", "create it");
        }
        batch.commit();
      }

      @Override
      public void close() {
        batch.close();
      }
    };
  }
}
