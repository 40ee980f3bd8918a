package tidemark.operators.format;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.LongSupplier;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.BadRecords;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.MapType;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/** The decoders and encoders of the formats, and what belongs to them. */
public final class Formats {
  private Formats() {}

  /** A decoder of a split whose first line is line 1. */
  public static Decoder decoder(
      FormatOptions options,
      Schema schema,
      BitSet needed,
      BadRecordPolicy policy,
      Optional<Integer> badRecordColumn,
      BadRecords badRecords,
      String location) {
    return decoder(
        options, schema, needed, policy, badRecordColumn, badRecords, location, () -> 1L);
  }

  /**
   * A decoder of one split.
   *
   * <p>A record is bad if it breaks the rules of its format, or if the value of a needed column
   * does not fit the column's type; a {@code not null} column without a value is bad too. Values of
   * columns that are not needed are not looked at. Every bad record is reported; it is left out
   * unless the policy is to keep it: then its bad values are null, the good ones stand, and its raw
   * text is in the bad-record column (bytes that are no UTF-8 written as {@code \xHH}). A record
   * that breaks the format keeps no value.
   *
   * @param needed the columns to decode; the others are all null
   * @param badRecordColumn the position of a string column that no record fills
   * @param location the file or partition, for reports
   * @param firstLine the number of the split's first line, from 1; asked only for a bad record
   */
  public static Decoder decoder(
      FormatOptions options,
      Schema schema,
      BitSet needed,
      BadRecordPolicy policy,
      Optional<Integer> badRecordColumn,
      BadRecords badRecords,
      String location,
      LongSupplier firstLine) {
    RowCells.Target target =
        new RowCells.Target(policy, badRecordColumn, badRecords, location, firstLine);
    RowCells rows = new RowCells(schema, needed, target);
    return switch (options.format()) {
      case NDJSON -> new NdjsonDecoder(rows, options);
      case CSV -> new CsvDecoder(rows, options, location);
      case TEXT -> new TextDecoder(rows, options);
      case PARQUET, AVRO -> throw notText(options.format());
    };
  }

  /** An encoder of batches of the schema, which {@link #unwritable} has no objection to. */
  public static Encoder encoder(FormatOptions options, Schema schema) {
    return switch (options.format()) {
      case NDJSON -> new NdjsonEncoder(schema);
      case CSV -> new CsvEncoder(schema, options.csv());
      case TEXT -> new TextEncoder();
      case PARQUET, AVRO -> throw notText(options.format());
    };
  }

  private static IllegalArgumentException notText(Format format) {
    return new IllegalArgumentException(format.word() + " is no format of text");
  }

  /** What is wrong with a datetime pattern, as one sentence. */
  public static Optional<String> invalidPattern(String pattern) {
    try {
      new TimePattern(pattern, ZoneOffset.UTC);
      return Optional.empty();
    } catch (IllegalArgumentException unreadable) {
      return Optional.of("`" + pattern + "` is not a datetime pattern: " + unreadable.getMessage());
    }
  }

  /** Where files of the format may be cut. */
  public static RecordBoundaries boundaries(FormatOptions options) {
    return new RecordBoundaries(options);
  }

  /** The bytes of a file as UTF-8, as decoders want them. */
  public static InputStream utf8(FormatOptions options, InputStream file) {
    return options.encoding().equals(StandardCharsets.UTF_8)
            || options.encoding().equals(StandardCharsets.US_ASCII)
        ? file
        : new Transcoding(file, options.encoding());
  }

  /**
   * What keeps a decoder of the format from filling the schema, as one sentence about one column.
   */
  public static Optional<String> unreadable(
      Format format, Schema schema, Optional<Integer> badRecordColumn) {
    int columns = schema.size() - (badRecordColumn.isPresent() ? 1 : 0);
    if (format == Format.TEXT && (columns != 1 || !onlyStrings(schema))) {
      return Optional.of("text has exactly one column, of type string");
    }
    return schema.fields().stream()
        .map(field -> unreadable(format, field))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** What keeps a decoder of the format from filling a column, as one sentence. */
  public static Optional<String> unreadable(Format format, Field column) {
    return isReadable(format, column.type())
        ? Optional.empty()
        : Optional.of(unfit(column, "read from", format));
  }

  /** What keeps an encoder of the format from writing the schema. */
  public static Optional<String> unwritable(Format format, Schema schema) {
    if (format == Format.TEXT && (schema.size() != 1 || !onlyStrings(schema))) {
      return Optional.of("text is written from exactly one column, of type string");
    }
    return schema.fields().stream()
        .filter(
            field ->
                !isWritable(format, field.type())
                    || format == Format.AVRO && !isAvroName(field.name()))
        .findFirst()
        .map(field -> unfit(field, "written to", format));
  }

  /** Avro's names are letters, digits and underscores, and begin with no digit. */
  private static boolean isAvroName(String name) {
    return name.matches("[A-Za-z_][A-Za-z0-9_]*");
  }

  private static String unfit(Field field, String verb, Format format) {
    return "column `"
        + field.name()
        + "` ("
        + field.type().ddl()
        + ") cannot be "
        + verb
        + " "
        + format.word();
  }

  private static boolean onlyStrings(Schema schema) {
    return schema.fields().stream().allMatch(f -> f.type() == SimpleType.STRING);
  }

  private static boolean isReadable(Format format, DataType type) {
    boolean hasAnyKeys = format == Format.PARQUET;
    if (!hasAnyKeys && type instanceof MapType map && map.key() != SimpleType.STRING) {
      return false;
    }
    return isWritable(format, type) && type != SimpleType.VOID;
  }

  private static boolean isWritable(Format format, DataType type) {
    boolean nested = format == Format.NDJSON || !format.isText();
    if (type instanceof ArrayType array) {
      return nested && isWritable(format, array.element());
    }
    if (type instanceof MapType map) {
      return nested
          && (format != Format.AVRO || map.key() == SimpleType.STRING)
          && !(format.isText()
              && (map.key() instanceof ArrayType || map.key() instanceof StructType))
          && isWritable(format, map.key())
          && isWritable(format, map.value());
    }
    if (type instanceof StructType struct) {
      return nested
          && (format.isText() || !struct.fields().isEmpty())
          && struct.fields().stream().allMatch(f -> format != Format.AVRO || isAvroName(f.name()))
          && struct.fields().stream().allMatch(f -> isWritable(format, f.type()));
    }
    boolean isVoid = type == SimpleType.VOID && !format.isText();
    return !isVoid
        && type != SimpleType.DAY_TIME_INTERVAL
        && type != SimpleType.YEAR_MONTH_INTERVAL;
  }
}
