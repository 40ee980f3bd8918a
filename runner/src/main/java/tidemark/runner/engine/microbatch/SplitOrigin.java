package tidemark.runner.engine.microbatch;

import java.util.OptionalLong;
import tidemark.operators.batch.RowOrigin;
import tidemark.operators.connector.Split;
import tidemark.operators.connector.SplitReader;

/** A split of a source, as the origin of the batch that its reader gave last. */
record SplitOrigin(String source, Split split, SplitReader reader) implements RowOrigin {
  @Override
  public String location() {
    return split.location();
  }

  @Override
  public OptionalLong position(int row) {
    OptionalLong position = reader.position(row);
    return split instanceof ReplaySplit replayed && position.isPresent()
        ? replayed.position(position.getAsLong())
        : position;
  }
}
