package tidemark.connectors.jdbc;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import tidemark.operators.connector.OptionKind;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Options;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Failure;

/**
 * Where a database is and how it is spoken to.
 *
 * @param connectMillis how long a connection is waited for
 * @param zone the zone of columns that hold times without one
 */
record JdbcSettings(
    String url,
    Dialect dialect,
    Optional<String> user,
    Optional<String> password,
    long connectMillis,
    ZoneId zone) {
  private static final long CONNECT_MILLIS = 10_000;
  private static final long HASTY_MILLIS = 5_000;

  /** The options that a source and a sink share. */
  static List<OptionSpec> options() {
    return List.of(
        OptionSpec.required("url", OptionKind.TEXT, "the JDBC URL, `jdbc:postgresql://host/name`"),
        OptionSpec.optional("user", OptionKind.TEXT, "the user's name"),
        OptionSpec.optional("password", OptionKind.SECRET, "the user's password"),
        OptionSpec.optional(
            "connect_timeout", OptionKind.DURATION, "how long a connection is waited for; 10 s"),
        OptionSpec.optional(
            "zone", OptionKind.TEXT, "the zone of columns that hold times without one; UTC"));
  }

  static Optional<JdbcSettings> of(Options options, Diagnostics found) {
    String url = options.text("url").orElse("");
    Optional<Dialect> dialect = Dialect.of(url);
    if (dialect.isEmpty()) {
      found.error(
          Code.TM107,
          options.span("url"),
          "the URL is of no database that is known",
          "it begins with one of " + Dialect.prefixes());
    }
    dialect.ifPresent(known -> checkServer(known, url, options, found));
    Optional<ZoneId> zone = zone(options, found);
    if (dialect.isEmpty() || zone.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new JdbcSettings(
            url,
            dialect.get(),
            options.text("user"),
            options.text("password"),
            options.number("connect_timeout").orElse(CONNECT_MILLIS),
            zone.get()));
  }

  private static void checkServer(Dialect dialect, String url, Options options, Diagnostics found) {
    UrlServers servers = UrlServers.of(url);
    if (servers.nameUser()) {
      found.error(
          Code.TM107,
          options.span("url"),
          "the URL has a user name in it",
          "write `"
              + dialect.prefix()
              + "//host/name`; a user name goes into `user`, a password"
              + " into `password`");
    } else if (dialect == Dialect.POSTGRESQL && !servers.havePorts()) {
      found.error(
          Code.TM107,
          options.span("url"),
          "what stands behind the host in the URL is no port",
          "write a number from 1 to 65535, as in `jdbc:postgresql://host:5432/name`");
    }
  }

  private static Optional<ZoneId> zone(Options options, Diagnostics found) {
    String name = options.text("zone").orElse(ZoneOffset.UTC.getId());
    try {
      return Optional.of(ZoneId.of(name));
    } catch (DateTimeException e) {
      found.error(
          Code.TM107,
          options.span("zone"),
          "`" + name + "` is no time zone",
          "write a name such as `Europe/Berlin`, or an offset such as `+02:00`");
      return Optional.empty();
    }
  }

  /** The same in another database, whose URL may be of another kind. */
  JdbcSettings at(String otherUrl) {
    Dialect there = Dialect.of(otherUrl).orElse(dialect);
    return new JdbcSettings(otherUrl, there, user, password, connectMillis, zone);
  }

  /** The same, waited for no longer than a person at a terminal waits. */
  JdbcSettings hasty() {
    return new JdbcSettings(
        url, dialect, user, password, Math.min(connectMillis, HASTY_MILLIS), zone);
  }

  /** The place, without anything that could be secret. */
  String place() {
    int query = url.indexOf('?');
    String bare = query < 0 ? url : url.substring(0, query);
    int at = bare.lastIndexOf('@');
    int slashes = bare.indexOf("//");
    return at < 0 || slashes < 0 ? bare : bare.substring(0, slashes + 2) + bare.substring(at + 1);
  }

  /** What to tell when the database did not do what it was asked. */
  Failure failure(Code code, String what, Exception cause) {
    String wayOut =
        switch (code) {
          case TM615 ->
              isDriverMissing(cause)
                  ? "name the jar of the database's driver in TIDEMARK_CLASSPATH, for example"
                      + " TIDEMARK_CLASSPATH=/opt/drivers/driver.jar; only PostgreSQL's is built in"
                  : "see that the database runs and that `url`, `user` and `password` are right";
          case TM645 ->
              "let the user make what a rehearsal needs there, or name another database with"
                  + " --scratch SINK=URL";
          default ->
              "mend what the database complains about, and run again: nothing of the batch is in"
                  + " the table";
        };
    return new Failure(code, place() + " " + what + ": " + text(cause), wayOut, cause);
  }

  private static boolean isDriverMissing(Exception cause) {
    return String.valueOf(innermost(cause).getMessage()).startsWith("No suitable driver");
  }

  private static Throwable innermost(Exception cause) {
    Throwable innermost = cause;
    while (innermost.getCause() != null && innermost.getCause() != innermost) {
      innermost = innermost.getCause();
    }
    return innermost;
  }

  /** The innermost complaint, without the password. */
  private String text(Exception cause) {
    Throwable innermost = innermost(cause);
    String text = String.valueOf(innermost.getMessage()).strip();
    String masked = password.isEmpty() ? text : text.replace(password.get(), "****");
    return masked.replace(url, place());
  }

  @Override
  public String toString() {
    return place();
  }
}
