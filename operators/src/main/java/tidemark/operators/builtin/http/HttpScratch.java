package tidemark.operators.builtin.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tidemark.operators.builtin.files.FileReason;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.ScratchName;
import tidemark.operators.connector.ScratchTarget;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/**
 * A receiver in the process that rehearses, which keeps what it is sent and does what is declared
 * of the sink's own. A file with its port lets other processes find it. With a place, each batch is
 * passed on to the server there.
 */
final class HttpScratch implements ScratchTarget {
  private static final List<String> SECRETS = List.of("headers", "user", "password");
  private static final List<String> OF_ITS_OWN = List.of("compression", "success", "rejected");

  private final Options own;
  private final Path port;
  private final Optional<String> behind;
  private @Nullable Receiver receiver;

  private HttpScratch(Options own, Path port, Optional<String> behind) {
    this.own = own;
    this.port = port;
    this.behind = behind;
  }

  static ScratchTarget of(SinkRequest request, ScratchName name) {
    Path port = name.folder().resolve(name.name() + ".port");
    return new HttpScratch(request.options(), port, name.place());
  }

  @Override
  public Options options() {
    Map<String, Object> values = new TreeMap<>(own.values());
    OF_ITS_OWN.forEach(values::remove);
    if (behind.isEmpty()) {
      SECRETS.forEach(values::remove);
    }
    values.put("format", "ndjson");
    values.put("url", url());
    if (values.containsKey("outcome_url")) {
      values.put("outcome_url", url());
    }
    return new Options(values, own.spans(), own.place());
  }

  private String url() {
    try {
      return "http://127.0.0.1:" + Files.readString(port).strip() + "/";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String place() {
    return behind.orElse("a receiver that ends with the rehearsal");
  }

  @Override
  public void make() {
    behind
        .flatMap(HttpScratch::objection)
        .ifPresent(
            sentence -> {
              throw new Failure(
                  Code.TM645, sentence, "name a server of yours with --scratch SINK=URL");
            });
    try {
      Receiver started =
          new Receiver(
              HttpTarget.of(own).keyHeader(),
              HttpSinkSettings.delivery(own) == Delivery.KEYED,
              behind.map(URI::create));
      receiver = started;
      Files.writeString(port, Integer.toString(started.port()));
    } catch (IOException e) {
      throw new Failure(
          Code.TM645,
          "no receiver can be started: " + FileReason.of(e),
          "see what the system allows",
          e);
    }
  }

  /** What keeps the receiver from passing on to a URL: it is the same for all batches. */
  private static Optional<String> objection(String url) {
    return url.indexOf('{') >= 0
        ? Optional.of("a URL for a rehearsal names one place, without `{`")
        : new UrlTemplate(url).objection();
  }

  @Override
  public void read(Consumer<String> row) {
    if (receiver != null) {
      receiver.read(row);
    }
  }

  @Override
  public void drop() {
    if (receiver != null) {
      receiver.close();
    }
    try {
      Files.deleteIfExists(port);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
