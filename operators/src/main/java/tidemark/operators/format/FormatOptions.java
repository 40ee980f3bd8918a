package tidemark.operators.format;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * How records are written, checked and typed.
 *
 * @param zone the zone of timestamp texts without offset
 * @param timestampFormat a Spark pattern instead of ISO 8601
 * @param dateFormat a Spark pattern instead of ISO 8601
 * @param encoding the file's charset; decoders see UTF-8, see {@link Formats#utf8}
 * @param maxRecordBytes the longest record; a longer one is bad
 */
public record FormatOptions(
    Format format,
    CsvOptions csv,
    ZoneId zone,
    Optional<String> timestampFormat,
    Optional<String> dateFormat,
    Charset encoding,
    int maxRecordBytes) {
  /** The longest record unless said otherwise: 64 MiB. */
  public static final int MAX_RECORD_BYTES = 64 << 20;

  /** The format with everything else at its default. */
  public static FormatOptions of(Format format) {
    return new FormatOptions(
        format,
        CsvOptions.RFC_4180,
        ZoneOffset.UTC,
        Optional.empty(),
        Optional.empty(),
        StandardCharsets.UTF_8,
        MAX_RECORD_BYTES);
  }

  public FormatOptions withCsv(CsvOptions newCsv) {
    return new FormatOptions(
        format, newCsv, zone, timestampFormat, dateFormat, encoding, maxRecordBytes);
  }

  public FormatOptions withZone(ZoneId newZone) {
    return new FormatOptions(
        format, csv, newZone, timestampFormat, dateFormat, encoding, maxRecordBytes);
  }

  public FormatOptions withTimestampFormat(String pattern) {
    return new FormatOptions(
        format, csv, zone, Optional.of(pattern), dateFormat, encoding, maxRecordBytes);
  }

  public FormatOptions withDateFormat(String pattern) {
    return new FormatOptions(
        format, csv, zone, timestampFormat, Optional.of(pattern), encoding, maxRecordBytes);
  }

  public FormatOptions withEncoding(Charset charset) {
    return new FormatOptions(
        format, csv, zone, timestampFormat, dateFormat, charset, maxRecordBytes);
  }

  public FormatOptions withMaxRecordBytes(int bytes) {
    return new FormatOptions(format, csv, zone, timestampFormat, dateFormat, encoding, bytes);
  }
}
