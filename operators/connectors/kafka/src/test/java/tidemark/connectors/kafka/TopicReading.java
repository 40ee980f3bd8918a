package tidemark.connectors.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.Range;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.connector.Source;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.connector.SourceState;
import tidemark.operators.connector.Split;
import tidemark.operators.connector.SplitReader;
import tidemark.operators.connector.Start;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.format.ByteSink;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** Reads sources one micro-batch after the other, and remembers what they remember. */
final class TopicReading {
  private static final Schema NUMBERS = Schema.of(Field.of("n", SimpleType.BIGINT));

  private final List<String> bad = new ArrayList<>();
  private final Remembered state = new Remembered();

  /** What a source remembers, in memory. */
  private static final class Remembered implements SourceState {
    private final Map<String, byte[]> values = new TreeMap<>();

    @Override
    public byte @Nullable [] get(byte[] key) {
      return values.get(new String(key, StandardCharsets.UTF_8));
    }

    @Override
    public void put(byte[] key, byte[] value) {
      values.put(new String(key, StandardCharsets.UTF_8), value);
    }

    @Override
    public void remove(byte[] key) {
      values.remove(new String(key, StandardCharsets.UTF_8));
    }

    @Override
    public void forEach(BiPredicate<byte[], byte[]> visitor) {}

    @Override
    public long size() {
      return values.size();
    }
  }

  /** A request for a topic with the column {@code n}; further options as name, value, name, …. */
  static SourceRequest request(String topic, Start start, Object... more) {
    Map<String, Object> values =
        new TreeMap<>(Map.of("servers", Broker.servers(), "topic", topic, "timeout", 20_000L));
    for (int i = 0; i < more.length; i += 2) {
      values.put((String) more[i], more[i + 1]);
    }
    return new SourceRequest(
        "in",
        new Options(values, Map.of(), Span.ofFile("p.yaml")),
        Optional.of(NUMBERS),
        BadRecordPolicy.DROP,
        Optional.empty(),
        BatchLimits.NONE,
        ZoneOffset.UTC,
        start);
  }

  static Source open(String topic, Start start, Object... more) {
    return open(request(topic, start, more));
  }

  static Source open(String topic, Object... more) {
    return open(topic, new Start.Earliest(), more);
  }

  /** Opens a source that nothing is wrong with. */
  static Source open(SourceRequest request) {
    Diagnostics found = new Diagnostics();
    new KafkaConnector().describe(request, found);
    assertThat(found.sorted()).isEmpty();
    return new KafkaConnector().open(request);
  }

  SourceState state() {
    return state;
  }

  void forget() {
    state.values.clear();
  }

  /** Bad records so far: position and text. */
  List<String> bad() {
    return bad;
  }

  /** The rows of the next micro-batch as JSON, in order of their texts; or {@code nothing}. */
  List<String> next(Source source, long maxRows) {
    Optional<Range> range =
        source.plan(state, new BatchLimits(Long.MAX_VALUE, maxRows, Long.MAX_VALUE));
    if (range.isEmpty()) {
      return List.of("nothing");
    }
    List<String> rows = rows(source, range.get());
    source.advance(range.get(), state);
    return rows;
  }

  List<String> next(Source source) {
    return next(source, Long.MAX_VALUE);
  }

  List<String> rows(Source source, Range range) {
    BitSet all = new BitSet();
    all.set(0, 10);
    ByteSink json = new ByteSink(1024);
    ReadRequest request =
        new ReadRequest(
            all,
            (place, position, raw, from, length, why) ->
                bad.add(position + ": " + new String(raw, from, length, StandardCharsets.UTF_8)));
    for (Split split : source.split(range, 2)) {
      try (SplitReader reader = source.open(split, request)) {
        for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
          Formats.encoder(FormatOptions.of(Format.NDJSON), batch.schema()).encode(batch, json);
        }
      }
    }
    return new String(json.bytes(), 0, json.size(), StandardCharsets.UTF_8)
        .lines()
        .sorted()
        .toList();
  }
}
