package tidemark.operators.builtin.filesource;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tidemark.operators.builtin.files.PortableName;
import tidemark.operators.connector.Notice;
import tidemark.operators.diagnostics.Code;

/**
 * Collects what a source notices until it is asked for, one notice a kind with the first names and
 * the count, and remembers what was said already so that a run says it once.
 */
final class NoticeBoard {
  private static final int NAMES = 5;

  private final Map<String, String> said = new HashMap<>();
  private final Map<String, List<String>> files = new LinkedHashMap<>();
  private final Map<String, Code> codes = new HashMap<>();

  /**
   * Notes a file.
   *
   * @param what the sentence after the names, for example {@code changed after it was read}
   * @param version the file's state; the same file in the same state is noted once
   */
  void note(Code code, String what, String name, String version) {
    String key = code + "\n" + what + "\n" + name;
    if (version.equals(said.put(key, version))) {
      return;
    }
    codes.put(what, code);
    files.computeIfAbsent(what, w -> new ArrayList<>()).add(name);
  }

  /** Whether something with this code was noted since the last call of {@link #take}. */
  boolean holds(Code code) {
    return files.keySet().stream().anyMatch(what -> codes.get(what) == code);
  }

  /** What was noted since the last call. */
  List<Notice> take() {
    List<Notice> notices = new ArrayList<>();
    files.forEach(
        (what, names) ->
            notices.add(new Notice(codes.get(what), listed(names) + " " + what, names.size())));
    files.clear();
    return notices;
  }

  private static String listed(List<String> names) {
    List<String> shown =
        names.stream().limit(NAMES).map(n -> "`" + PortableName.shown(n) + "`").toList();
    String text = String.join(", ", shown);
    return names.size() > NAMES ? text + " and " + (names.size() - NAMES) + " more" : text;
  }
}
