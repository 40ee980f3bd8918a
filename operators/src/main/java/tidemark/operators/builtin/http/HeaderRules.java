package tidemark.operators.builtin.http;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tidemark.operators.connector.Options;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;

/** Which headers a request may be given. */
final class HeaderRules {
  /** RFC 9110: what a name is made of. */
  private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  /** Those that follow from the body and the connection, and are set by the client. */
  private static final Set<String> OWN =
      Set.of(
          "connection",
          "content-encoding",
          "content-length",
          "expect",
          "host",
          "transfer-encoding",
          "upgrade");

  private HeaderRules() {}

  /** Reports what is wrong with the headers of an option. */
  static void check(Options options, String option, Diagnostics found) {
    for (Map.Entry<String, String> header : options.pairs(option).entrySet()) {
      objection(header.getKey(), header.getValue())
          .ifPresent(
              sentence ->
                  found.error(
                      Code.TM107,
                      options.span(option),
                      sentence,
                      "write {Name: text}, the text on one line and in ASCII"));
    }
  }

  private static Optional<String> objection(String name, String text) {
    if (!NAME.matcher(name).matches()) {
      return Optional.of("`" + name + "` is no name of a header");
    }
    if (OWN.contains(name.toLowerCase(Locale.ROOT))) {
      return Optional.of("the header `" + name + "` is set by the sink itself");
    }
    boolean printable = text.chars().allMatch(c -> c == '\t' || c >= ' ' && c < 127);
    return printable
        ? Optional.empty()
        : Optional.of("the text of the header `" + name + "` has a line break, or is not ASCII");
  }

  static boolean isName(String text) {
    return NAME.matcher(text).matches() && !OWN.contains(text.toLowerCase(Locale.ROOT));
  }
}
