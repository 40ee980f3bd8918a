package tidemark.operators.format;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import tidemark.operators.batch.Batch;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** Decodes bytes in tests: rows as JSON lines, bad records as {@code line: reason}. */
final class Decoding {
  private final FormatOptions options;
  private final Schema schema;
  private BadRecordPolicy policy = BadRecordPolicy.KEEP;
  private BitSet needed = new BitSet();
  private int bufferSize = 1 << 20;
  final List<String> bad = new ArrayList<>();

  Decoding(FormatOptions options, Schema schema) {
    this.options = options;
    this.schema = schema;
    needed.set(0, schema.size());
  }

  /** A schema of names and types in turn. */
  static Schema schema(Object... namesAndTypes) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < namesAndTypes.length; i += 2) {
      fields.add(Field.of((String) namesAndTypes[i], (DataType) namesAndTypes[i + 1]));
    }
    return new Schema(fields);
  }

  Decoding policy(BadRecordPolicy newPolicy) {
    policy = newPolicy;
    return this;
  }

  Decoding needed(int... columns) {
    needed = new BitSet();
    for (int column : columns) {
      needed.set(column);
    }
    return this;
  }

  Decoding bufferSize(int size) {
    bufferSize = size;
    return this;
  }

  List<String> rows(String text) {
    return rows(text.getBytes(StandardCharsets.UTF_8));
  }

  List<String> rows(byte[] file) {
    bad.clear();
    ByteSink out = new ByteSink();
    Encoder encoder = new NdjsonEncoder(schema);
    try (InputStream in = Formats.utf8(options, new ByteArrayInputStream(file))) {
      RecordReader reader = new RecordReader(in, decoder(), options.maxRecordBytes(), bufferSize);
      for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
        encoder.encode(batch, out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString().lines().toList();
  }

  Decoder decoder() {
    int raw = schema.find("_raw").orElse(-1);
    return Formats.decoder(
        options,
        schema,
        needed,
        policy,
        raw < 0 ? Optional.empty() : Optional.of(raw),
        (location, line, buffer, offset, length, reason) -> bad.add(line + ": " + reason),
        "a file");
  }

  /** The values of one column `v` given one JSON value each; `bad` where the record is bad. */
  static List<String> values(FormatOptions options, DataType type, String... json) {
    StringBuilder text = new StringBuilder();
    for (String value : json) {
      text.append("{\"v\":").append(value).append("}\n");
    }
    Schema schema = schema("v", type, "_raw", SimpleType.STRING);
    return new Decoding(options, schema)
        .rows(text.toString()).stream()
            .map(
                row ->
                    row.endsWith("\"_raw\":null}")
                        ? row.substring(5, row.indexOf(",\"_raw\""))
                        : row.startsWith("{\"v\":null,") ? "bad" : "bad, kept " + row)
            .toList();
  }
}
