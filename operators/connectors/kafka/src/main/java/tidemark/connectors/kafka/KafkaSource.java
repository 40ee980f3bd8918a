package tidemark.connectors.kafka;

import java.nio.ByteBuffer;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import tidemark.operators.connector.Backlog;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.Notice;
import tidemark.operators.connector.Range;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.connector.Source;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.connector.SourceState;
import tidemark.operators.connector.Split;
import tidemark.operators.connector.SplitReader;
import tidemark.operators.connector.Start;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/**
 * The records of a topic. Positions are those of the checkpoint; the broker keeps none. Partitions
 * that come later are read from their beginning.
 */
final class KafkaSource implements Source {
  private final SourceSettings settings;
  private final BadRecordPolicy badRecords;
  private final Optional<Integer> badRecordColumn;
  private final Start start;
  private final LostRecords lost;
  private final WriterSchemas schemas;
  private final Consumers consumers;
  private final Consumer<ByteBuffer, ByteBuffer> consumer;
  private final Clock clock;

  /** By partition, the time of the record that was read last, in milliseconds. */
  private final Map<Integer, Long> newestRead = new ConcurrentHashMap<>();

  private @Nullable Map<Integer, Long> frozen;

  /** Partitions of which more is there than was planned. */
  private Set<Integer> behind = Set.of();

  private long left;

  KafkaSource(SourceSettings settings, SourceRequest request, Clock clock) {
    this.clock = clock;
    this.settings = settings;
    this.badRecords = request.badRecords();
    this.badRecordColumn =
        request
            .badRecordColumn()
            .map(settings.values()::find)
            .filter(OptionalInt::isPresent)
            .map(OptionalInt::getAsInt);
    this.start = request.start();
    this.lost = new LostRecords(settings);
    this.schemas = WriterSchemas.of(settings);
    this.consumers = new Consumers(settings);
    this.consumer = consumers.connect();
  }

  /** Some offsets of one partition. */
  record Records(TopicPartition partition, long from, long to) implements Split {
    private static final int USUAL_BYTES = 128;

    @Override
    public String location() {
      return partition.topic() + "-" + partition.partition();
    }

    @Override
    public long bytes() {
      return (to - from) * USUAL_BYTES;
    }
  }

  private interface Question<T> {
    T ask();
  }

  private <T> T ask(Question<T> question) {
    try {
      return question.ask();
    } catch (KafkaException e) {
      throw settings.kafka().failure(Code.TM615, "does not answer", e);
    }
  }

  private List<TopicPartition> partitions() {
    String topic = settings.kafka().topic();
    List<TopicPartition> found =
        ask(() -> consumer.partitionsFor(topic)).stream()
            .map(p -> new TopicPartition(topic, p.partition()))
            .sorted((a, b) -> Integer.compare(a.partition(), b.partition()))
            .toList();
    if (found.isEmpty()) {
      throw new Failure(
          Code.TM604,
          "there is no topic `" + topic + "` at " + settings.kafka().servers(),
          "correct `topic`, or make it first");
    }
    return found;
  }

  private Map<Integer, Long> ends(List<TopicPartition> partitions) {
    return byPartition(ask(() -> consumer.endOffsets(partitions)));
  }

  private static Map<Integer, Long> byPartition(Map<TopicPartition, Long> offsets) {
    return offsets.entrySet().stream()
        .collect(
            Collectors.toMap(
                e -> e.getKey().partition(), Map.Entry::getValue, (a, b) -> a, TreeMap::new));
  }

  @Override
  public void freeze() {
    frozen = ends(partitions());
  }

  @Override
  public Optional<Range> plan(SourceState state, BatchLimits limits) {
    List<TopicPartition> partitions = partitions();
    Map<Integer, Long> ends = frozen == null ? ends(partitions) : frozen;
    Map<Integer, Long> beginnings = byPartition(ask(() -> consumer.beginningOffsets(partitions)));
    boolean isFirst = state.size() == 0;
    Map<Integer, Positions.Span> all = new TreeMap<>();
    Map<Integer, Long> starts = isFirst ? starts(partitions, beginnings) : Map.of();
    boolean isMoved = false;
    for (TopicPartition each : partitions) {
      int partition = each.partition();
      long end = ends.getOrDefault(partition, beginnings.get(partition));
      OptionalLong stored = Positions.next(state, partition);
      long from = stored.orElse(starts.getOrDefault(partition, beginnings.get(partition)));
      long kept = lost.firstKept(partition, from, beginnings.get(partition), end, frozen != null);
      isMoved |= kept != from;
      all.put(partition, new Positions.Span(kept, Math.max(kept, end)));
    }
    Positions limited = limited(new Positions(all), limits.maxRows());
    left = new Positions(all).records() - limited.records();
    behind = limited.shortOf(all);
    boolean notesStart = isFirst && !(start instanceof Start.Earliest);
    if (limited.records() == 0 && !notesStart && !isMoved) {
      return Optional.empty();
    }
    return Optional.of(new Range(limited.json(), limited.records() * Records.USUAL_BYTES));
  }

  private Map<Integer, Long> starts(
      List<TopicPartition> partitions, Map<Integer, Long> beginnings) {
    if (start instanceof Start.Latest) {
      return ends(partitions);
    }
    Map<Integer, Long> starts = new TreeMap<>(beginnings);
    if (start instanceof Start.AtTime time) {
      Map<TopicPartition, Long> wanted = new HashMap<>();
      partitions.forEach(p -> wanted.put(p, time.millis()));
      Map<Integer, Long> ends = ends(partitions);
      for (Map.Entry<TopicPartition, @Nullable OffsetAndTimestamp> found :
          ask(() -> consumer.offsetsForTimes(wanted)).entrySet()) {
        int partition = found.getKey().partition();
        OffsetAndTimestamp at = found.getValue();
        starts.put(partition, at == null ? ends.get(partition) : at.offset());
      }
    } else if (start instanceof Start.AtOffsets offsets) {
      offsets.offsets().forEach((partition, at) -> starts.put(Integer.parseInt(partition), at));
    }
    return starts;
  }

  /** An even share of the limit for each partition that has records, then what is left over. */
  private static Positions limited(Positions all, long maxRows) {
    if (all.records() <= maxRows) {
      return all;
    }
    long room = maxRows;
    long busy = all.ranges().values().stream().filter(s -> s.to() > s.from()).count();
    Map<Integer, Positions.Span> taken = new TreeMap<>();
    List<Integer> fewestFirst = new ArrayList<>(all.ranges().keySet());
    fewestFirst.sort(
        (a, b) -> Long.compare(length(all.ranges().get(a)), length(all.ranges().get(b))));
    for (int partition : fewestFirst) {
      Positions.Span span = all.ranges().get(partition);
      if (length(span) == 0) {
        taken.put(partition, span);
        continue;
      }
      long share = Math.min(length(span), (room + busy - 1) / busy);
      taken.put(partition, new Positions.Span(span.from(), span.from() + share));
      room -= share;
      busy--;
    }
    return new Positions(taken);
  }

  private static long length(Positions.Span span) {
    return span.to() - span.from();
  }

  @Override
  public List<Notice> notices() {
    return lost.take();
  }

  @Override
  public Backlog backlog() {
    long oldest =
        behind.stream()
            .filter(newestRead::containsKey)
            .mapToLong(newestRead::get)
            .min()
            .orElse(Long.MAX_VALUE);
    return new Backlog(left, 0, Math.max(0, clock.millis() - Math.min(oldest, clock.millis())));
  }

  @Override
  public List<Split> split(Range range, int parallelism) {
    List<Split> splits = new ArrayList<>();
    Positions.parse(range.json())
        .ranges()
        .forEach(
            (partition, span) -> {
              if (length(span) > 0) {
                splits.add(
                    new Records(
                        new TopicPartition(settings.kafka().topic(), partition),
                        span.from(),
                        span.to()));
              }
            });
    return splits;
  }

  @Override
  public SplitReader open(Split split, ReadRequest request) {
    return new PartitionReader(
        settings,
        (Records) split,
        new RecordRows(
            new ReadTask(settings, split.location(), request, badRecords, badRecordColumn),
            schemas),
        consumers,
        lost,
        newestRead);
  }

  @Override
  public void advance(Range range, SourceState state) {
    Positions.parse(range.json()).store(state);
  }

  @Override
  public void close() {
    consumers.close();
    consumer.close();
  }
}
