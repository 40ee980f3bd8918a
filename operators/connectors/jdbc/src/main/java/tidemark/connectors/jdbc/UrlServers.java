package tidemark.connectors.jdbc;

import java.util.List;
import java.util.regex.Pattern;

/** The part of a JDBC URL that names servers, {@code host:port,host:port}; may be empty. */
record UrlServers(String text) {
  private static final Pattern PARAMETERS = Pattern.compile("[?#].*", Pattern.DOTALL);

  /**
   * {@code host}, {@code host:port}, {@code [address]:port}; without a port it is the usual one.
   */
  private static final Pattern SERVER =
      Pattern.compile("(?:\\[[^\\]]*\\]|[^:\\[\\]]*)(?::(?<port>\\d{0,5}))?");

  private static final int LAST_PORT = 65_535;

  static UrlServers of(String url) {
    String bare = PARAMETERS.matcher(url).replaceFirst("");
    int slashes = bare.indexOf("://");
    if (slashes < 0) {
      return new UrlServers("");
    }
    int from = slashes + "://".length();
    // A password may have a slash in it that was not written as %2F.
    int path = bare.indexOf('/', Math.max(from, bare.lastIndexOf('@')));
    return new UrlServers(bare.substring(from, path < 0 ? bare.length() : path));
  }

  /** Whether a user stands in front of a server. */
  boolean nameUser() {
    return text.indexOf('@') >= 0;
  }

  /** Whether what stands behind each host, if anything does, is the number of a port. */
  boolean havePorts() {
    return List.of(text.split(",")).stream().allMatch(UrlServers::hasPort);
  }

  private static boolean hasPort(String server) {
    var parts = SERVER.matcher(server);
    if (!parts.matches()) {
      return false;
    }
    String port = parts.group("port");
    if (port == null || port.isEmpty()) {
      return true;
    }
    int number = Integer.parseInt(port);
    return number > 0 && number <= LAST_PORT;
  }
}
