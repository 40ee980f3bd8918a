package tidemark.operators.expr.function;

import static tidemark.operators.expr.function.Define.rows;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tidemark.operators.expr.kernel.ColumnSink;
import tidemark.operators.expr.kernel.Failures;
import tidemark.operators.expr.kernel.Row;
import tidemark.operators.expr.value.JsonPath;
import tidemark.operators.types.SimpleType;

/** Functions that read JSON texts and URLs. */
final class DocumentFunctions {
  private DocumentFunctions() {}

  static List<FunctionDefinition> all() {
    return List.of(
        rows(
            "get_json_object",
            "get_json_object(json, path)",
            "What a path such as $.a.b[0] or $.a[*].b leads to, as text; null if to nothing.",
            "get_json_object('{\"a\":1}', '$.a') -> 1",
            Rules.takes(Parameter.STRING, Parameter.STRING).mayGive(SimpleType.STRING),
            DocumentFunctions::json),
        rows(
            "json_array_length",
            "json_array_length(json)",
            "How many elements a JSON array has; null if it is none.",
            "json_array_length('[1,2]') -> 2",
            Rules.takes(Parameter.STRING).mayGive(SimpleType.INT),
            DocumentFunctions::arrayLength),
        rows(
            "parse_url",
            "parse_url(url, part [, key])",
            "A part of a URL: HOST, PATH, QUERY, REF, PROTOCOL, FILE, AUTHORITY, USERINFO.",
            "parse_url('http://a.b/c?x=1', 'QUERY', 'x') -> 1",
            Rules.takesAtLeast(2, Parameter.STRING, Parameter.STRING, Parameter.STRING)
                .mayGive(SimpleType.STRING),
            (in, out) -> url(in, out, false)),
        rows(
            "try_parse_url",
            "try_parse_url(url, part [, key])",
            "Like parse_url, but null for what is no URL.",
            "try_parse_url('http://a.b/c', 'HOST') -> a.b",
            Rules.takesAtLeast(2, Parameter.STRING, Parameter.STRING, Parameter.STRING)
                .mayGive(SimpleType.STRING),
            (in, out) -> url(in, out, true)));
  }

  private static void json(Row in, ColumnSink out) {
    Optional<String> found = JsonPath.text(in.stringAt(0), in.stringAt(1));
    if (found.isPresent()) {
      out.set(in.position(), found.get());
    } else {
      out.setNull(in.position());
    }
  }

  private static void arrayLength(Row in, ColumnSink out) {
    int length = JsonPath.arrayLength(in.stringAt(0));
    if (length < 0) {
      out.setNull(in.position());
    } else {
      out.set(in.position(), (long) length);
    }
  }

  private static void url(Row in, ColumnSink out, boolean trying) {
    try {
      String part = part(new URI(in.stringAt(0)), in.stringAt(1));
      if (in.count() > 2) {
        part =
            in.stringAt(1).equals("QUERY") && part != null ? parameter(part, in.stringAt(2)) : null;
      }
      if (part == null) {
        out.setNull(in.position());
      } else {
        out.set(in.position(), part);
      }
    } catch (URISyntaxException e) {
      if (!trying) {
        throw Failures.argument(
            "parse_url",
            Failures.shown(in.stringAt(0)) + " is no URL",
            "use `try_parse_url` to get null instead");
      }
      out.setNull(in.position());
    }
  }

  private static @Nullable String part(URI uri, String part) {
    return switch (part) {
      case "HOST" -> uri.getHost();
      case "PATH" -> uri.getRawPath();
      case "QUERY" -> uri.getRawQuery();
      case "REF" -> uri.getRawFragment();
      case "PROTOCOL" -> uri.getScheme();
      case "FILE" ->
          uri.getRawQuery() == null ? uri.getRawPath() : uri.getRawPath() + "?" + uri.getRawQuery();
      case "AUTHORITY" -> uri.getRawAuthority();
      case "USERINFO" -> uri.getRawUserInfo();
      default -> null;
    };
  }

  private static @Nullable String parameter(String query, String key) {
    Matcher matcher = Pattern.compile("(&|^)" + key + "=([^&]*)").matcher(query);
    return matcher.find() ? matcher.group(2) : null;
  }
}
