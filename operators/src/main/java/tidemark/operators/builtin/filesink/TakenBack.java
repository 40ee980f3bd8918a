package tidemark.operators.builtin.filesink;

import java.io.IOException;
import java.util.List;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/**
 * Micro-batches that a file sink gives up because the checkpoint was set back. Manifests go before
 * the parts that they name: from then on the batches are absent, and whatever a crash leaves of
 * these files is found again by its name.
 */
final class TakenBack {
  private final SinkFolder folder;
  private final long lastBatch;

  /**
   * @param lastBatch the newest batch that stays
   */
  TakenBack(SinkFolder folder, long lastBatch) {
    this.folder = folder;
    this.lastBatch = lastBatch;
  }

  /**
   * Takes them back.
   *
   * @param replacesWhole whether the next batch replaces the whole result: then a whole result that
   *     is taken back stays visible until it is replaced, for there is no other to show
   * @throws Failure TM607 if a whole result took the place of files that would have to come back
   */
  void run(boolean replacesWhole) {
    folder.attempt(() -> takeBack(replacesWhole));
  }

  private void takeBack(boolean replacesWhole) throws IOException {
    List<Manifest> all = folder.manifests();
    List<Manifest> undone = all.stream().filter(m -> m.batch() > lastBatch).toList();
    List<Manifest> whole = undone.stream().filter(Manifest::whole).toList();
    if (!replacesWhole) {
      requireManifests(all, !whole.isEmpty());
    }
    if (!whole.isEmpty() && !replacesWhole) {
      requireNothingLost(all, whole.get(whole.size() - 1));
      for (Manifest manifest : whole) {
        for (Manifest.Published file : manifest.files()) {
          folder.deleteResult(file.name());
        }
      }
    }
    folder.retract(undone);
    folder.deleteAfter(lastBatch);
  }

  /**
   * Where manifests were cleared away, it is not known any more which batch a whole result is of,
   * nor whether one took the place of files that would have to come back.
   */
  private void requireManifests(List<Manifest> all, boolean undoesWhole) throws IOException {
    boolean unknownWhole = folder.retired() > lastBatch && (undoesWhole || folder.showsWhole());
    boolean unknownFiles =
        undoesWhole && folder.retired() >= 0 && all.stream().noneMatch(m -> m.batch() <= lastBatch);
    if (unknownWhole || unknownFiles) {
      throw new Failure(
          Code.TM607,
          "the sink's folder `%s` cannot go back to batch %d: it held a whole result since, and only the newest manifests are there"
              .formatted(folder.path(), lastBatch),
          "give the sink a new folder, or start over with a new checkpoint and an empty folder");
    }
  }

  /** A whole result deletes the files before it; they cannot be made again here. */
  private void requireNothingLost(List<Manifest> all, Manifest replacedBy) {
    for (Manifest manifest : all) {
      boolean lost =
          manifest.whole() || manifest.files().stream().anyMatch(f -> !folder.isVisible(f.name()));
      if (manifest.batch() <= lastBatch && lost) {
        throw new Failure(
            Code.TM607,
            "the sink's folder `%s` cannot go back to batch %d: the whole result of batch %d took the place of the files of batch %d"
                .formatted(folder.path(), lastBatch, replacedBy.batch(), manifest.batch()),
            "give the sink a new folder, or start over with a new checkpoint and an empty folder");
      }
    }
  }
}
