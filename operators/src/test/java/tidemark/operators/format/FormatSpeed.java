package tidemark.operators.format;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import tidemark.operators.batch.Batch;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/**
 * Prints nanoseconds a record for seeded access-log records of seven fields, four of them needed,
 * one warm thread's processor time. Run by hand: {@code java -cp …
 * tidemark.operators.format.FormatSpeed}.
 */
final class FormatSpeed {
  private static final int RECORDS = 400_000;
  private static final Schema SCHEMA =
      Decoding.schema(
          "ts", SimpleType.TIMESTAMP,
          "site", SimpleType.STRING,
          "url", SimpleType.STRING,
          "user_id", SimpleType.BIGINT,
          "status", SimpleType.INT,
          "bytes", SimpleType.BIGINT,
          "latency_ms", SimpleType.DOUBLE);

  private static final Map<String, Long> BEST = new HashMap<>();

  private FormatSpeed() {}

  public static void main(String[] args) throws IOException {
    BitSet four = BitSet.valueOf(new long[] {0b1100011});
    BitSet seven = BitSet.valueOf(new long[] {0b1111111});
    byte[] json = records(Format.NDJSON);
    byte[] csv = records(Format.CSV);
    for (int round = 0; round < 20; round++) {
      StringBuilder line = new StringBuilder();
      line.append(time("ndjson 4 of 7", Format.NDJSON, json, four));
      line.append(time("ndjson 7 of 7", Format.NDJSON, json, seven));
      line.append(time("csv 4 of 7", Format.CSV, csv, four));
      line.append(time("csv 7 of 7", Format.CSV, csv, seven));
      line.append(encode("encode ndjson", Format.NDJSON, json, seven));
      line.append(encode("encode csv", Format.CSV, json, seven));
      line.append(yardstick());
      System.out.println(line);
    }
    System.out.println(strict(json, four));
    System.out.println(json.length / RECORDS + " and " + csv.length / RECORDS + " bytes a record");
  }

  /** Of this thread, so that other processes on the machine disturb less. */
  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** What a slow machine is known by: 466 ns where the design was measured. */
  private static String yardstick() {
    long start = cpuNanos();
    long sum = 0;
    for (int i = 0; i < 20_000; i++) {
      sum += Instant.parse("2026-01-01T00:00:0" + i % 10 + ".123Z").getNano();
    }
    return shown("Instant.parse", cpuNanos() - start, sum / 123_000_000);
  }

  private static Decoder decoder(Format format, BitSet needed) {
    return Formats.decoder(
        FormatOptions.of(format),
        SCHEMA,
        needed,
        BadRecordPolicy.FAIL,
        Optional.empty(),
        (where, line, b, from, length, reason) -> {
          throw new IllegalStateException(line + ": " + reason);
        },
        "memory");
  }

  private static String time(String what, Format format, byte[] file, BitSet needed)
      throws IOException {
    long start = cpuNanos();
    RecordReader reader =
        new RecordReader(new ByteArrayInputStream(file), decoder(format, needed), 1 << 20);
    long rows = 0;
    for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
      rows += batch.size();
    }
    return shown(what, cpuNanos() - start, rows);
  }

  private static String strict(byte[] file, BitSet needed) {
    byte[] buffer = java.util.Arrays.copyOf(file, file.length + 512);
    String last = "";
    for (int round = 0; round < 3; round++) {
      RowCells rows =
          new RowCells(
              SCHEMA,
              needed,
              new RowCells.Target(
                  BadRecordPolicy.FAIL, Optional.empty(), (a, b, c, d, e, f) -> {}, "", () -> 1));
      NdjsonDecoder decoder = NdjsonDecoder.strict(rows, FormatOptions.of(Format.NDJSON));
      long start = cpuNanos();
      for (int at = 0; at < file.length; ) {
        at = decoder.decode(buffer, at, file.length, true);
        decoder.take();
      }
      last = shown("ndjson strict", cpuNanos() - start, RECORDS);
    }
    return last;
  }

  private static String encode(String what, Format format, byte[] file, BitSet needed)
      throws IOException {
    RecordReader reader =
        new RecordReader(new ByteArrayInputStream(file), decoder(Format.NDJSON, needed), 1 << 20);
    Encoder encoder = Formats.encoder(FormatOptions.of(format), SCHEMA);
    ByteSink out = new ByteSink();
    long rows = 0;
    long nanos = 0;
    for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
      long start = cpuNanos();
      out.clear();
      encoder.encode(batch, out);
      nanos += cpuNanos() - start;
      rows += batch.size();
    }
    return shown(what, nanos, rows);
  }

  private static String shown(String what, long nanos, long rows) {
    long best = BEST.merge(what, nanos / rows, Math::min);
    return String.format("%s %d ns  ", what, best);
  }

  private static byte[] records(Format format) {
    SplittableRandom random = new SplittableRandom(42);
    StringBuilder text = new StringBuilder();
    String pattern =
        format == Format.CSV
            ? "%s,s%d,/c/%d/p/%d,%d,%d,%d,%d.%d%n"
            : "{\"ts\":\"%s\",\"site\":\"s%d\",\"url\":\"/c/%d/p/%d\",\"user_id\":%d,\"status\":%d,"
                + "\"bytes\":%d,\"latency_ms\":%d.%d}%n";
    for (int i = 0; i < RECORDS; i++) {
      long second = i / 50;
      String ts =
          String.format(
              "2026-01-%02dT%02d:%02d:%02d.%03dZ",
              1 + second / 86400,
              second / 3600 % 24,
              second / 60 % 60,
              second % 60,
              random.nextInt(1000));
      text.append(
          String.format(
              pattern,
              ts,
              random.nextInt(1000),
              random.nextInt(100),
              random.nextInt(100_000),
              random.nextInt(5_000_000),
              200 + random.nextInt(4) * 100,
              200 + random.nextInt(30_000),
              random.nextInt(2000),
              random.nextInt(10)));
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }
}
