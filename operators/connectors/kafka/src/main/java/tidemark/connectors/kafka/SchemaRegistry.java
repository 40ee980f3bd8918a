package tidemark.connectors.kafka;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import tidemark.operators.avro.WriterSchema;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/**
 * A schema registry that is asked for {@code /schemas/ids/N} once for each number. Numbers never
 * change their meaning, so what was answered is kept.
 */
final class SchemaRegistry implements WriterSchemas {
  private static final int TRIES = 4;
  private static final long PAUSE_MILLIS = 200;
  private static final String NO_REGISTRY = "does not answer as a schema registry does";
  private static final JsonFactory JSON = new JsonFactory();

  private final URI address;
  private final Optional<String> authorization;
  private final Duration timeout;
  private final HttpClient client;
  private final Map<Integer, WriterSchema> known = new ConcurrentHashMap<>();

  /**
   * @param timeoutMillis how long an answer is waited for
   */
  SchemaRegistry(URI address, AvroSettings settings, long timeoutMillis) {
    this.address = address;
    this.timeout = Duration.ofMillis(timeoutMillis);
    this.authorization =
        settings
            .user()
            .map(user -> user + ":" + settings.password().orElse(""))
            .map(pair -> pair.getBytes(StandardCharsets.UTF_8))
            .map(pair -> "Basic " + Base64.getEncoder().encodeToString(pair));
    this.client = HttpClient.newBuilder().connectTimeout(timeout).build();
  }

  @Override
  public WriterSchema schema(int number) throws UnknownSchemaException {
    WriterSchema schema = known.get(number);
    if (schema == null) {
      schema = WriterSchema.parse(schema(number, ask(number)));
      known.put(number, schema);
    }
    return schema;
  }

  private HttpResponse<String> ask(int number) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address.resolve("schemas/ids/" + number))
            .timeout(timeout)
            .header("Accept", "application/vnd.schemaregistry.v1+json, application/json");
    authorization.ifPresent(value -> request.header("Authorization", value));
    for (int tried = 1; ; tried++) {
      try {
        HttpResponse<String> response =
            client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() < 500 || tried == TRIES) {
          return response;
        }
      } catch (IOException e) {
        if (tried == TRIES) {
          throw failure("does not answer", e);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw failure("was not waited for", e);
      }
      pause(tried);
    }
  }

  private void pause(int tried) {
    try {
      Thread.sleep(PAUSE_MILLIS << (tried - 1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure("was not waited for", e);
    }
  }

  private String schema(int number, HttpResponse<String> response) throws UnknownSchemaException {
    if (response.statusCode() == 404) {
      throw new UnknownSchemaException("the registry has no schema " + number);
    }
    if (response.statusCode() != 200) {
      throw failure("answers with status " + response.statusCode());
    }
    try (JsonParser json = JSON.createParser(response.body())) {
      return schema(number, json);
    } catch (IOException e) {
      throw failure(NO_REGISTRY, e);
    }
  }

  private String schema(int number, JsonParser json) throws IOException, UnknownSchemaException {
    Optional<String> schema = Optional.empty();
    String kind = "AVRO";
    boolean refers = false;
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw failure(NO_REGISTRY);
    }
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      JsonToken value = json.nextToken();
      if (name.equals("schema")) {
        schema = Optional.of(json.getText());
      } else if (name.equals("schemaType")) {
        kind = json.getText();
      } else if (name.equals("references") && value == JsonToken.START_ARRAY) {
        while (json.nextToken() != JsonToken.END_ARRAY) {
          refers = true;
          json.skipChildren();
        }
      } else {
        json.skipChildren();
      }
    }
    if (!kind.equals("AVRO")) {
      throw new UnknownSchemaException(
          "schema " + number + " of the registry is " + kind + ", not Avro");
    }
    if (refers) {
      throw new UnknownSchemaException(
          "schema " + number + " of the registry refers to others, which is not read here");
    }
    return schema.orElseThrow(() -> failure(NO_REGISTRY));
  }

  private Failure failure(String what, Exception cause) {
    Failure failure = failure(what);
    failure.initCause(cause);
    return failure;
  }

  private Failure failure(String what) {
    return new Failure(
        Code.TM615,
        "the schema registry at " + address + " " + what,
        "see that it runs, and that `schema_registry`, `registry_user` and `registry_password` are"
            + " right; nothing was skipped");
  }
}
