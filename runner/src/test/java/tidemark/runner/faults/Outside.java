package tidemark.runner.faults;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tidemark.operators.batch.Batch;
import tidemark.operators.connector.CommitFailure;
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
import tidemark.operators.format.ByteSink;
import tidemark.operators.format.Encoder;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;

/**
 * A system outside that outlives the runs of a test: each operation that takes effect adds its rows
 * once more, as a system without idempotence does, unless it is {@link Delivery#KEYED}. A script
 * says what becomes of each commit.
 */
final class Outside implements Connector {
  /** What becomes of one commit. */
  enum Fate {
    ANSWERED,
    REJECTED,
    LOST_AND_DONE,
    LOST_AND_NOT_DONE,
    /** As {@link #LOST_AND_DONE}, by a sink that throws what it got. */
    BROKEN_AND_DONE,
    BROKEN_AND_NOT_DONE,
    /** A failure whose code says that the rows are at fault. */
    BLAMES_THE_DATA,
    POWER_LOST_AND_DONE,
    POWER_LOST_AND_NOT_DONE;

    boolean takesEffect() {
      return this == ANSWERED || name().endsWith("_AND_DONE");
    }
  }

  private final Delivery delivery;
  private final boolean tells;
  private final Deque<Fate> script = new ArrayDeque<>();
  private final Map<String, List<String>> held = new TreeMap<>();
  private final List<String> operations = new ArrayList<>();

  /**
   * @param tells whether it can be asked for an operation
   */
  Outside(Delivery delivery, boolean tells) {
    this.delivery = delivery;
    this.tells = tells;
  }

  /** The next commits end so; those after them are answered. */
  Outside then(Fate... fates) {
    script.addAll(Arrays.asList(fates));
    return this;
  }

  /** Operations in the order in which they took effect; one that did twice is there twice. */
  List<String> operations() {
    return List.copyOf(operations);
  }

  /** Whether an operation has taken effect. */
  boolean has(String operation) {
    return operations.contains(operation);
  }

  /** Someone takes operations out of it, with their rows. */
  void forget(String... taken) {
    for (String operation : taken) {
      operations.remove(operation);
      held.remove(operation);
    }
  }

  /** All rows as JSON texts, sorted. */
  List<String> rows() {
    return held.values().stream().flatMap(List::stream).sorted().toList();
  }

  @Override
  public String name() {
    return "outside";
  }

  @Override
  public List<OptionSpec> sourceOptions() {
    return List.of();
  }

  @Override
  public List<OptionSpec> sinkOptions() {
    return List.of();
  }

  @Override
  public Delivery delivery(Options options) {
    return delivery;
  }

  @Override
  public SourceDescription describe(SourceRequest request, Diagnostics found) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Source open(SourceRequest request) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Sink open(SinkRequest request) {
    Encoder encoder = Formats.encoder(FormatOptions.of(Format.NDJSON), request.schema());
    return new Sink() {
      @Override
      public Delivery delivery() {
        return delivery;
      }

      @Override
      public Outcome outcome(OperationKey key) {
        if (!tells) {
          return Outcome.UNKNOWN;
        }
        return has(key.toString()) ? Outcome.COMMITTED : Outcome.ABSENT;
      }

      @Override
      public SinkBatch begin(OperationKey key) {
        return new Sending(key.toString(), encoder);
      }

      @Override
      public void close() {}
    };
  }

  private final class Sending implements SinkBatch {
    private final String key;
    private final Encoder encoder;
    private final List<String> rows = new ArrayList<>();

    Sending(String key, Encoder encoder) {
      this.key = key;
      this.encoder = encoder;
    }

    @Override
    public SinkWriter writer(int partition) {
      return this::write;
    }

    private synchronized void write(Batch batch) {
      ByteSink text = new ByteSink(1024);
      encoder.encode(batch, text);
      new String(text.bytes(), 0, text.size(), StandardCharsets.UTF_8).lines().forEach(rows::add);
    }

    @Override
    public void prepare() {}

    @Override
    public void commit() {
      Fate fate = script.isEmpty() ? Fate.ANSWERED : script.removeFirst();
      boolean isKnown = delivery == Delivery.KEYED && has(key);
      if (isKnown && !held.get(key).equals(rows)) {
        throw new AssertionError("other rows under the key " + key + ": they are lost");
      }
      if (fate.takesEffect() && !isKnown) {
        operations.add(key);
        held.computeIfAbsent(key, k -> new ArrayList<>()).addAll(rows);
      }
      switch (fate) {
        case ANSWERED -> {}
        case REJECTED ->
            throw CommitFailure.rejected(new Failure(Code.TM605, "it said no", "ask why"));
        case LOST_AND_DONE, LOST_AND_NOT_DONE ->
            throw CommitFailure.unknown(new Failure(Code.TM615, "no answer came", "wait"));
        case BROKEN_AND_DONE, BROKEN_AND_NOT_DONE -> throw new IllegalStateException("it broke");
        case BLAMES_THE_DATA -> throw new Failure(Code.TM610, "a row is wrong", "mend it");
        case POWER_LOST_AND_DONE, POWER_LOST_AND_NOT_DONE -> throw new LostPower();
      }
    }

    @Override
    public void close() {}
  }
}
