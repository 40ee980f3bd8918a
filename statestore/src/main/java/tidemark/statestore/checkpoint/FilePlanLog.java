package tidemark.statestore.checkpoint;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateFailure.Kind;
import tidemark.statestore.files.CheckedJson;
import tidemark.statestore.files.FileStore;

/** Plans as files, {@code plans/NNNN.json}. */
final class FilePlanLog implements PlanLog {
  private static final String FOLDER = "plans";

  private final FileStore files;
  private final TreeSet<Integer> generations = new TreeSet<>();

  FilePlanLog(FileStore files) {
    this.files = files;
    for (String name : files.list(FOLDER)) {
      if (name.matches("[0-9]{4,9}\\.json")) {
        generations.add(Integer.parseInt(name.substring(0, name.length() - 5)));
      }
    }
  }

  static String path(int generation) {
    return FOLDER + "/" + LogFiles.padded(4, generation) + ".json";
  }

  @Override
  public int append(String json) {
    int generation = latestGeneration() + 1;
    byte[] content =
        CheckedJson.encode(file -> file.member("generation", generation).rawMember("plan", json));
    if (!files.createIfAbsent(path(generation), content)) {
      throw new StateFailure(
          Kind.FENCED, path(generation) + " exists already", "Start one run per checkpoint.");
    }
    generations.add(generation);
    return generation;
  }

  /** All generations, ascending. */
  List<Integer> generations() {
    return List.copyOf(generations);
  }

  /** Deletes the plans after this generation, the newest first. */
  void dropAfter(int generation) {
    for (int later : generations.descendingSet()) {
      if (later > generation) {
        files.delete(path(later));
      }
    }
    generations.tailSet(generation, false).clear();
  }

  @Override
  public int latestGeneration() {
    return generations.isEmpty() ? 0 : generations.last();
  }

  @Override
  public Optional<String> read(int generation) {
    if (!generations.contains(generation)) {
      return Optional.empty();
    }
    Members found = new Members();
    CheckedJson.read(
        files,
        path(generation),
        (name, json) -> {
          switch (name) {
            case "generation" -> found.put(name, json.number());
            case "plan" -> found.put(name, json.raw());
            default -> json.skip();
          }
        });
    return Optional.of(found.make(path(generation), () -> plan(found, generation)));
  }

  private static String plan(Members found, int generation) {
    if (found.number("generation") != generation) {
      throw new IllegalArgumentException("it is plan " + found.number("generation"));
    }
    return found.text("plan");
  }
}
