package tidemark.connectors.kafka;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tidemark.operators.connector.OptionKind;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Options;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;

/**
 * Where the schemas are that Avro values were written with: one in a file, for values without
 * anything before them, or those of a registry, for values that begin with a zero byte and the
 * number of their schema.
 *
 * @param registry the registry's address, without a user
 */
record AvroSettings(
    Optional<Path> schema,
    Optional<URI> registry,
    Optional<String> user,
    Optional<String> password) {
  /** The word for the format. */
  static final String FORMAT = "avro";

  private static final String REGISTRY = "schema_registry";

  static List<OptionSpec> options() {
    return List.of(
        OptionSpec.optional(
            "avro_schema",
            OptionKind.PATH,
            "with `avro`: the file of the schema that all values were written with"),
        OptionSpec.optional(
            REGISTRY,
            OptionKind.TEXT,
            "with `avro`: the URL of the registry whose schemas' numbers stand before the values"),
        OptionSpec.optional("registry_user", OptionKind.TEXT, "the user's name at the registry"),
        OptionSpec.optional(
            "registry_password", OptionKind.SECRET, "the user's password at the registry"));
  }

  /** What the options say; empty, with findings, if that cannot be used. */
  static Optional<AvroSettings> of(Options options, Diagnostics found) {
    Optional<Path> schema = options.path("avro_schema");
    Optional<String> registry = options.text(REGISTRY);
    if (schema.isPresent() == registry.isPresent()) {
      found.error(
          Code.TM104,
          options.span(schema.isPresent() ? REGISTRY : "format"),
          "values in Avro need the schema that they were written with, from one place",
          "add either `schema_registry: http://…` or `avro_schema: file.avsc`");
      return Optional.empty();
    }
    Optional<URI> address = registry.flatMap(AvroSettings::address);
    if (registry.isPresent() && address.isEmpty()) {
      found.error(
          Code.TM107,
          options.span(REGISTRY),
          "this is no address of a schema registry",
          "write `http://host:port` or `https://…`, and a user as `registry_user` and"
              + " `registry_password`");
      return Optional.empty();
    }
    return Optional.of(
        new AvroSettings(
            schema, address, options.text("registry_user"), options.text("registry_password")));
  }

  /** The options of Avro that stand beside another format. */
  static boolean strays(Options options, String format, Diagnostics found) {
    boolean strays = false;
    for (OptionSpec option : options()) {
      if (!format.equals(FORMAT) && options.values().containsKey(option.name())) {
        strays = true;
        found.error(
            Code.TM614,
            options.span(option.name()),
            "`" + option.name() + "` is only for values in Avro, and these are " + format,
            "set `format: avro`, or leave it out");
      }
    }
    return strays;
  }

  private static Optional<URI> address(String text) {
    try {
      URI address = new URI(text.endsWith("/") ? text : text + "/");
      boolean isWeb = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
      return isWeb && address.getHost() != null && address.getUserInfo() == null
          ? Optional.of(address)
          : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }
}
