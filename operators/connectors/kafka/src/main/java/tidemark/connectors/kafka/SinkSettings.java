package tidemark.connectors.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tidemark.operators.connector.OptionKind;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/**
 * What is written to a topic.
 *
 * @param key the column whose text or bytes are the records' keys, by its position
 * @param inTransactions whether a micro-batch is written once; otherwise it may show twice
 */
record SinkSettings(KafkaSettings kafka, Schema values, OptionalInt key, boolean inTransactions) {
  private static final String DELIVERY = "delivery";
  private static final String AT_LEAST_ONCE = "at_least_once";

  static List<OptionSpec> options() {
    List<OptionSpec> all = new ArrayList<>(KafkaSettings.options());
    all.add(
        OptionSpec.oneOf(
            "format", List.of("json"), "what values are; `json`, an object of all columns"));
    all.add(
        OptionSpec.optional(
            "key", OptionKind.TEXT, "the column, string or binary, that is the records' key"));
    all.add(
        OptionSpec.oneOf(
            DELIVERY,
            List.of("exactly_once", AT_LEAST_ONCE),
            "`exactly_once`, in transactions, or `at_least_once`, without: a batch that is repeated"
                + " shows twice"));
    return List.copyOf(all);
  }

  static Optional<SinkSettings> of(SinkRequest request, Diagnostics found) {
    Options options = request.options();
    if (request.mode() == OutputMode.COMPLETE) {
      found.error(
          Code.TM628,
          options.place(),
          "complete mode gives the whole result each time, and a topic keeps what it has",
          "set `output_mode: update`, or write to a file or table");
      return Optional.empty();
    }
    OptionalInt key = OptionalInt.empty();
    if (options.text("key").isPresent()) {
      String name = options.text("key").get();
      key = request.schema().find(name);
      if (key.isEmpty() || !isBytes(request.schema().field(key.getAsInt()))) {
        found.error(
            Code.TM304,
            options.span("key"),
            "`" + name + "` is no string or binary column of the rows",
            "make one with `with: {" + name + ": CAST(… AS string)}`");
        return Optional.empty();
      }
    }
    return Optional.of(
        new SinkSettings(
            KafkaSettings.of(options), request.schema(), key, inTransactions(options)));
  }

  /** Whether the options ask for transactions. */
  static boolean inTransactions(Options options) {
    return !options.text(DELIVERY).orElse("").equals(AT_LEAST_ONCE);
  }

  private static boolean isBytes(Field field) {
    return field.type() == SimpleType.STRING || field.type() == SimpleType.BINARY;
  }
}
