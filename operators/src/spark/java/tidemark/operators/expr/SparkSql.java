package tidemark.operators.expr;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Period;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/** A real Spark in ANSI mode that evaluates expressions without columns. */
final class SparkSql implements AutoCloseable {
  private static final Pattern CONDITION = Pattern.compile("\\[([A-Z0-9_.]+)]");

  private final SparkSession session;

  SparkSql(String zone) {
    session =
        SparkSession.builder()
            .master("local[1]")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.ansi.enabled", "true")
            .config("spark.sql.datetime.java8API.enabled", "true")
            .config("spark.sql.session.timeZone", zone)
            .getOrCreate();
    session.conf().set("spark.sql.session.timeZone", zone);
    session.sparkContext().setLogLevel("ERROR");
  }

  /** {@code type TAB value}, as the recorded vectors write it. */
  String outcome(String text) {
    Dataset<Row> rows;
    String type;
    try {
      rows = session.sql("SELECT " + text + " AS v FROM VALUES (1)");
      type = rows.schema().fields()[0].dataType().sql().toLowerCase(Locale.ROOT);
    } catch (Exception e) {
      return "REFUSED\t" + condition(e);
    }
    try {
      return type + "\t" + show(rows.collectAsList().get(0).get(0));
    } catch (Exception e) {
      return type + "\tFAILS " + condition(e);
    }
  }

  private static String condition(Throwable failure) {
    for (Throwable e = failure; e != null; e = e.getCause()) {
      Matcher matcher = CONDITION.matcher(String.valueOf(e.getMessage()));
      if (matcher.find()) {
        return matcher.group(1);
      }
    }
    return failure.getClass().getSimpleName();
  }

  private static String show(@Nullable Object value) {
    if (value == null) {
      return "null";
    }
    if (value instanceof String text) {
      return "'" + text.replace("\n", "\\n").replace("\r", "\\r") + "'";
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    }
    if (value instanceof byte[] bytes) {
      return "X" + HexFormat.of().withUpperCase().formatHex(bytes);
    }
    if (value instanceof Duration time) {
      return "us" + (time.getSeconds() * 1_000_000L + time.getNano() / 1000);
    }
    if (value instanceof Period months) {
      return "mo" + months.toTotalMonths();
    }
    List<String> parts = new ArrayList<>();
    if (value instanceof scala.collection.Seq<?> elements) {
      CollectionConverters.asJava(elements).forEach(e -> parts.add(show(e)));
      return "[" + String.join(", ", parts) + "]";
    }
    if (value instanceof scala.collection.Map<?, ?> entries) {
      for (Map.Entry<?, ?> entry : CollectionConverters.asJava(entries).entrySet()) {
        parts.add(show(entry.getKey()) + ": " + show(entry.getValue()));
      }
      Collections.sort(parts);
      return "map{" + String.join(", ", parts) + "}";
    }
    if (value instanceof Row row) {
      for (int i = 0; i < row.size(); i++) {
        parts.add(show(row.get(i)));
      }
      return "{" + String.join(", ", parts) + "}";
    }
    return value.toString();
  }

  @Override
  public void close() {
    session.stop();
  }
}
