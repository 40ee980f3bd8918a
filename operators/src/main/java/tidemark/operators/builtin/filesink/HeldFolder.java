package tidemark.operators.builtin.filesink;

import java.util.Optional;
import tidemark.operators.connector.EarlierBatches;

/** A folder that has micro-batches when its sink is opened. */
final class HeldFolder implements EarlierBatches {
  private final SinkFolder folder;
  private final boolean replacesWhole;
  private final Held held;

  /**
   * @param replacesWhole whether each batch takes the place of the whole result: then the one that
   *     is there stays visible until the next one does
   */
  HeldFolder(SinkFolder folder, boolean replacesWhole) {
    this.folder = folder;
    this.replacesWhole = replacesWhole;
    Owner owner = folder.owner();
    Optional<Manifest> newest = folder.newestManifest();
    this.held =
        new Held(
            owner.query(),
            owner.sink(),
            newest.map(Manifest::batch).orElse(folder.retired()),
            newest.flatMap(Manifest::input));
  }

  @Override
  public Held held() {
    return held;
  }

  @Override
  public void adopt() {
    folder.take();
  }

  /** A folder gives up everything that is in it. */
  @Override
  public void requireReplayable() {}

  @Override
  public void drop() {
    folder.attempt(
        () -> {
          folder.retract(folder.manifests());
          folder.deleteAfter(-1);
          if (!replacesWhole) {
            folder.deleteWhole();
          }
        });
    folder.take();
  }
}
