package tidemark.runner.compat;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.compat.Change.Recorded;

/** Where the layout that a pipeline is held against comes from. */
public sealed interface Baseline {
  /** Where the old definition of a subject stands. */
  Recorded recorded(String subject);

  /** The first batch under the new plan, if it is known. */
  OptionalLong nextBatch();

  /**
   * A checkpoint.
   *
   * @param batch the last committed batch
   */
  record Stored(int generation, long batch) implements Baseline {
    @Override
    public Recorded recorded(String subject) {
      return new Recorded.Generation(generation, batch);
    }

    @Override
    public OptionalLong nextBatch() {
      return OptionalLong.of(batch + 1);
    }
  }

  /**
   * Another pipeline file.
   *
   * @param places of the subjects in it
   */
  record OtherFile(String file, Map<String, Span> places) implements Baseline {
    public OtherFile {
      places = Map.copyOf(places);
    }

    @Override
    public Recorded recorded(String subject) {
      return new Recorded.Line(Optional.ofNullable(SubjectPlaces.find(places, subject)), file);
    }

    @Override
    public OptionalLong nextBatch() {
      return OptionalLong.empty();
    }
  }
}
