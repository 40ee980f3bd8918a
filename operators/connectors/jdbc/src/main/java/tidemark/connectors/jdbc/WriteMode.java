package tidemark.connectors.jdbc;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import tidemark.operators.connector.OutputMode;

/** How the rows of a micro-batch change a table. */
enum WriteMode {
  /** They are added. */
  INSERT,
  /** They take the place of the rows with the same key. */
  UPSERT,
  /** They take the place of everything. */
  REPLACE;

  /** The mode that an output mode asks for. */
  static WriteMode of(OutputMode mode) {
    return switch (mode) {
      case APPEND -> INSERT;
      case UPDATE -> UPSERT;
      case COMPLETE -> REPLACE;
    };
  }

  static WriteMode parse(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static List<String> words() {
    return Arrays.stream(values()).map(WriteMode::word).toList();
  }
}
