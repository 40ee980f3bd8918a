package tidemark.runner.editor;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tidemark.runner.yaml.SourceText;

/** What a step reads, found in the lines of a file that cannot be read as a whole. */
final class HalfWritten {
  private static final Pattern INPUT =
      Pattern.compile("(?:^|[\\s{,])(?:from|left|right|source):\\s*([a-z][a-z0-9_]*)");

  private HalfWritten() {}

  static List<String> from(SourceText text, String id) {
    List<String> inputs = new ArrayList<>();
    int indent = -1;
    for (String line : text.lines()) {
      int own = line.length() - line.stripLeading().length();
      boolean begins = line.strip().startsWith(id + ":");
      if (indent < 0 && !begins || indent >= 0 && own <= indent && !line.isBlank()) {
        indent = indent >= 0 && !begins ? Integer.MAX_VALUE : indent;
        continue;
      }
      indent = begins && indent < 0 ? own : indent;
      Matcher input = INPUT.matcher(line);
      while (input.find()) {
        inputs.add(input.group(1));
      }
    }
    return inputs;
  }
}
