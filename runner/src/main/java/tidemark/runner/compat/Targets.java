package tidemark.runner.compat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tidemark.runner.layout.Places;

/**
 * Compares what sources read and sinks write. A path is the same if it is the same place on disk,
 * or lies where it lay as seen from the checkpoint: a checkpoint may be moved or copied together
 * with its data. Where the checkpoint is elsewhere than it was, a path that is the same as seen
 * from the pipeline file is the same, too: the project was copied and its checkpoint apart from it.
 */
final class Targets {
  private final Places before;
  private final Places after;
  private final boolean pipelineDecides;

  Targets(CheckRequest request) {
    this.before = request.before().places();
    this.after = request.after().places();
    this.pipelineDecides =
        request.baseline() instanceof Baseline.OtherFile
            || !before.checkpoint().equals(after.checkpoint());
  }

  /** The options that differ, as {@code path was a, is b}. */
  List<String> differences(Map<String, String> old, Map<String, String> now) {
    Set<String> names = new TreeSet<>(old.keySet());
    names.addAll(now.keySet());
    List<String> texts = new ArrayList<>();
    for (String name : names) {
      String was = old.getOrDefault(name, "");
      String is = now.getOrDefault(name, "");
      if (!was.equals(is) && !(name.equals("path") && samePath(was, is))) {
        texts.add("`" + name + "` " + (was.isEmpty() ? "is `" + is + "` now" : change(was, is)));
      }
    }
    return texts;
  }

  private static String change(String was, String is) {
    return is.isEmpty() ? "was `" + was + "`" : "was `" + was + "`, is `" + is + "`";
  }

  private boolean samePath(String was, String is) {
    boolean known = !before.checkpoint().isEmpty() && !after.checkpoint().isEmpty();
    return known && seenFrom(before.checkpoint(), was).equals(seenFrom(after.checkpoint(), is))
        || pipelineDecides
            && seenFrom(before.pipeline(), was).equals(seenFrom(after.pipeline(), is));
  }

  private static String seenFrom(String folder, String path) {
    try {
      return Path.of(folder).relativize(Path.of(path)).normalize().toString();
    } catch (IllegalArgumentException notRelated) {
      return path;
    }
  }
}
