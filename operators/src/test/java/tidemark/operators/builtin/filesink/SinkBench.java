package tidemark.operators.builtin.filesink;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.builtin.files.Compression;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** A folder, the settings of a sink over it, and eyes of a reader that only lists the folder. */
final class SinkBench {
  static final Schema SCHEMA =
      Schema.of(Field.of("id", SimpleType.BIGINT), Field.of("name", SimpleType.STRING));

  final Path folder;
  final Map<String, Object> options = new HashMap<>();
  OutputMode mode = OutputMode.APPEND;
  String pipeline = "p";
  String query = "q1";
  String sink = "out";
  int keptManifests = 100;

  SinkBench(Path folder) {
    this.folder = folder;
    options.put("path", folder);
    options.put("format", "ndjson");
  }

  SinkRequest request() {
    return new SinkRequest(
        sink,
        new Options(options, Map.of(), Span.ofFile("p.yaml")),
        SCHEMA,
        mode,
        pipeline,
        query,
        ZoneOffset.UTC);
  }

  FileSink open() {
    Diagnostics found = new Diagnostics();
    FileSinkSettings settings =
        FileSinkSettings.of(request(), found).orElseThrow(() -> new AssertionError(found.sorted()));
    SinkFolder sinkFolder = new SinkFolder(folder, Owner.of(request()), keptManifests);
    sinkFolder.claim();
    return new FileSink(sinkFolder, settings, mode);
  }

  OperationKey key(long batch) {
    return new OperationKey(query, batch, sink);
  }

  /** Writes one row a partition and number, not prepared. */
  SinkBatch write(FileSink sink, long batch, long... ids) {
    SinkBatch open = sink.begin(key(batch));
    for (int i = 0; i < ids.length; i++) {
      open.writer(i).write(rows(ids[i]));
    }
    return open;
  }

  void commit(FileSink sink, long batch, long... ids) {
    try (SinkBatch open = write(sink, batch, ids)) {
      open.prepare();
      open.commit();
    }
  }

  static Batch rows(long... ids) {
    BatchBuilder rows = new BatchBuilder(SCHEMA);
    for (long id : ids) {
      ((LongBuilder) rows.column(0)).append(id);
      ((BytesBuilder) rows.column(1)).append("n" + id);
      rows.closeRow();
    }
    return rows.take();
  }

  /** Names that a reader sees: everything that is not hidden. */
  List<String> visible() {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(f -> f.getFileName().toString())
          .filter(n -> !n.startsWith("_") && !n.startsWith("."))
          .sorted()
          .toList();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** Lines that a reader sees, over all files in the order of their names. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (String name : visible()) {
      try (InputStream in =
          Compression.ofFileName(name).unpack(Files.newInputStream(folder.resolve(name)))) {
        new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(lines::add);
      } catch (IOException broken) {
        throw new UncheckedIOException(broken);
      }
    }
    return lines;
  }

  /** The ids that a reader of ndjson sees; a line that is no whole row fails. */
  List<Long> ids() {
    return lines().stream()
        .map(
            line -> {
              if (!line.matches("\\{\"id\":\\d+,\"name\":\"n\\d+\"\\}")) {
                throw new AssertionError("half a row: " + line);
              }
              return Long.parseLong(line.replaceAll("\\{\"id\":(\\d+),.*", "$1"));
            })
        .toList();
  }

  Path own(String name) {
    return folder.resolve("_tidemark").resolve(name);
  }
}
