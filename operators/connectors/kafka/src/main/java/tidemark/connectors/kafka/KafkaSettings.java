package tidemark.connectors.kafka;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import tidemark.operators.connector.OptionKind;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Options;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/**
 * Where a topic is.
 *
 * @param properties a file with settings of the client, such as those of TLS and SASL
 * @param timeoutMillis how long a broker is waited for
 */
record KafkaSettings(String servers, String topic, Optional<Path> properties, long timeoutMillis) {
  private static final long TIMEOUT_MILLIS = 60_000;

  /** The options that a source and a sink share. */
  static List<OptionSpec> options() {
    return List.of(
        OptionSpec.required("servers", OptionKind.TEXT, "brokers, `host:port,host:port`"),
        OptionSpec.required("topic", OptionKind.TEXT, "the topic"),
        OptionSpec.optional(
            "properties",
            OptionKind.PATH,
            "a file of client settings (TLS, SASL), in the form of Java properties"),
        OptionSpec.optional(
            "timeout", OptionKind.DURATION, "how long a broker is waited for; 1 minute"));
  }

  static KafkaSettings of(Options options) {
    return new KafkaSettings(
        options.text("servers").orElse(""),
        options.text("topic").orElse(""),
        options.path("properties"),
        options.number("timeout").orElse(TIMEOUT_MILLIS));
  }

  /**
   * Settings of a client: those of the file, then ours.
   *
   * @throws Failure TM615 if the file cannot be read
   */
  Map<String, Object> client() {
    Map<String, Object> all = new HashMap<>();
    if (properties.isPresent()) {
      Properties read = new Properties();
      try (Reader file = Files.newBufferedReader(properties.get())) {
        read.load(file);
      } catch (IOException | IllegalArgumentException e) {
        throw new Failure(
            Code.TM615,
            "the client settings " + properties.get() + " cannot be read",
            "see that `properties` names a readable file of Java properties",
            e);
      }
      read.forEach((name, value) -> all.put(String.valueOf(name), value));
    }
    all.put("bootstrap.servers", servers);
    all.put("request.timeout.ms", (int) Math.min(timeoutMillis, 30_000));
    all.put("default.api.timeout.ms", (int) timeoutMillis);
    return all;
  }

  /** Settings of a client that writes what is acknowledged once and in order. */
  Map<String, Object> producer() {
    Map<String, Object> config = client();
    config.put("enable.idempotence", true);
    config.put("acks", "all");
    config.put("linger.ms", 20);
    config.put("batch.size", 256 << 10);
    config.put("buffer.memory", 64L << 20);
    config.put("max.block.ms", timeoutMillis);
    config.put("delivery.timeout.ms", (int) Math.max(timeoutMillis, 60_000));
    config.putIfAbsent("compression.type", "lz4");
    return config;
  }

  /**
   * A client that writes.
   *
   * @throws Failure TM615 if there cannot be one
   */
  Producer<byte[], byte[]> connect(Map<String, Object> config) {
    try {
      ByteArraySerializer bytes = new ByteArraySerializer();
      return new KafkaProducer<>(config, bytes, bytes);
    } catch (KafkaException e) {
      throw failure(Code.TM615, "cannot be connected to", e);
    }
  }

  Failure failure(Code code, String what, Throwable cause) {
    String wayOut =
        switch (code) {
          case TM615 ->
              "see that a broker runs at `servers`, and that `properties` has what it asks for";
          case TM645 ->
              "let the user make topics there, or name other brokers with --scratch SINK=HOST:PORT";
          default ->
              "mend what the broker complains about, and run again: nothing of the batch shows";
        };
    return new Failure(
        code,
        "topic `" + topic + "` at " + servers + " " + what + ": " + text(cause),
        wayOut,
        cause);
  }

  private static String text(Throwable cause) {
    Throwable innermost = cause;
    while (innermost.getCause() != null && innermost.getCause() != innermost) {
      innermost = innermost.getCause();
    }
    return innermost.getMessage() == null
        ? innermost.getClass().getSimpleName()
        : innermost.getMessage();
  }
}
