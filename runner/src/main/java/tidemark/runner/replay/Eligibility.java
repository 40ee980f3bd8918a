package tidemark.runner.replay;

import java.util.Optional;
import java.util.Set;

/** Which dead letters can be asked for, as a pipeline and its checkpoint are at the moment. */
public final class Eligibility {
  private final Letters letters;
  private final Set<String> asked;
  private final long newest;

  /**
   * @param newest the newest batch whose letters count; the next run takes those of later ones out
   */
  public Eligibility(Letters letters, ReplayRequests requests, long newest) {
    this.letters = letters;
    this.asked = requests.ids();
    this.newest = newest;
  }

  /** Why a letter cannot be asked for; empty if it can. */
  public Optional<String> objection(Letter letter) {
    if (letter.isOfBatchAfter(newest)) {
      return Optional.of("its batch was taken back");
    }
    return isReplayed(letter) ? Optional.of("it was asked for before") : letters.objection(letter);
  }

  /** True if it was asked for before, and that still counts. */
  public boolean isReplayed(Letter letter) {
    return !letter.isOfBatchAfter(newest) && asked.contains(letter.id());
  }
}
