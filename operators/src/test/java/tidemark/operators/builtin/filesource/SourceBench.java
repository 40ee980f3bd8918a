package tidemark.operators.builtin.filesource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.operators.batch.Batch;
import tidemark.operators.builtin.MapState;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.Notice;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.Range;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.connector.Split;
import tidemark.operators.connector.SplitReader;
import tidemark.operators.connector.Start;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.format.ByteSink;
import tidemark.operators.format.Encoder;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** A folder, the settings of a source over it, and what a query remembers of it. */
final class SourceBench {
  static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  final Path folder;
  final Map<String, Object> options = new HashMap<>();
  final MapState state = new MapState();
  final List<String> bad = new ArrayList<>();
  final List<Notice> notices = new ArrayList<>();
  Schema schema = Schema.of(Field.of("id", SimpleType.BIGINT), Field.of("name", SimpleType.STRING));
  BadRecordPolicy policy = BadRecordPolicy.FAIL;
  BatchLimits limits = BatchLimits.NONE;
  SplitSizes sizes = SplitSizes.USUAL;
  int parallelism = 2;
  private int age;

  SourceBench(Path folder) {
    this.folder = folder;
    options.put("path", folder);
    options.put("format", "ndjson");
  }

  SourceBench with(String option, Object value) {
    options.put(option, value);
    return this;
  }

  /** Writes a file that is a second younger than the one before. */
  Path file(String name, String content) {
    return file(name, content.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  Path file(String name, byte[] content) {
    try {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      Files.write(file, content);
      touch(file);
      return file;
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  void touch(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(NOW.minusSeconds(100_000 - age++)));
  }

  static String row(long id) {
    return "{\"id\":" + id + ",\"name\":\"n" + id + "\"}\n";
  }

  SourceRequest request() {
    return new SourceRequest(
        "in",
        new Options(options, Map.of(), Span.ofFile("p.yaml")),
        Optional.of(schema),
        policy,
        Optional.empty(),
        limits,
        ZoneOffset.UTC,
        new Start.Earliest());
  }

  FileSource open() {
    Diagnostics found = new Diagnostics();
    FileSourceSettings settings =
        FileSourceSettings.of(request(), found)
            .orElseThrow(() -> new AssertionError(found.sorted()));
    return new FileSource(settings, request(), Clock.fixed(NOW, ZoneOffset.UTC), sizes);
  }

  /** A run that catches up: the names of the rows of each micro-batch. */
  List<List<String>> run() {
    FileSource source = open();
    source.freeze();
    List<List<String>> batches = new ArrayList<>();
    for (Optional<Range> next = plan(source); next.isPresent(); next = plan(source)) {
      batches.add(rows(source, next.get()));
      source.advance(next.get(), state);
    }
    return batches;
  }

  /** The rows of all micro-batches of a run. */
  List<String> runAll() {
    return run().stream().flatMap(List::stream).toList();
  }

  Optional<Range> plan(FileSource source) {
    Optional<Range> range = source.plan(state, limits);
    notices.addAll(source.notices());
    return range;
  }

  /** The rows of a range, each as JSON, in order. */
  List<String> rows(FileSource source, Range range) {
    List<String> rows = new ArrayList<>();
    for (Split split : source.split(range, parallelism)) {
      rows.addAll(rows(source, split));
    }
    return rows;
  }

  List<String> rows(FileSource source, Split split) {
    BitSet all = new BitSet();
    all.set(0, schema.size());
    ByteSink text = new ByteSink();
    Encoder encoder = Formats.encoder(FormatOptions.of(Format.NDJSON), schema);
    try (SplitReader reader = source.open(split, new ReadRequest(all, this::reportBad))) {
      for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
        encoder.encode(batch, text);
      }
    }
    return text.toString().isEmpty() ? List.of() : List.of(text.toString().split("\n"));
  }

  private void reportBad(
      String location, long position, byte[] buffer, int offset, int length, String reason) {
    if (policy == BadRecordPolicy.FAIL) {
      throw new Failure(Code.TM601, location + ":" + position + ": " + reason, "");
    }
    bad.add(Path.of(location).getFileName() + ":" + position);
  }

  /** How many things the notices with this code were about. */
  long noticed(Code code) {
    return notices.stream().filter(n -> n.code() == code).mapToLong(Notice::count).sum();
  }

  /** The ids of rows that were made by {@link #row}. */
  static List<String> ids(List<String> rows) {
    return rows.stream().map(r -> r.replaceAll("\\{\"id\":(\\d+),.*", "$1")).toList();
  }
}
