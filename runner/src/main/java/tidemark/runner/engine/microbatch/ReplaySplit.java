package tidemark.runner.engine.microbatch;

import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import tidemark.operators.connector.Split;
import tidemark.operators.format.ByteSink;
import tidemark.runner.replay.Letter;

/** Records of one source that are read again. */
record ReplaySplit(long request, List<Letter> letters) implements Split {
  ReplaySplit {
    letters = List.copyOf(letters);
  }

  /** The records, each with a line end behind it. */
  byte[] lines() {
    ByteSink lines = new ByteSink(4096);
    for (Letter letter : letters) {
      byte[] record = Base64.getDecoder().decode(letter.record().orElseThrow());
      lines.write(record, 0, record.length);
      lines.write('\n');
    }
    return Arrays.copyOf(lines.bytes(), lines.size());
  }

  @Override
  public String location() {
    return "replay " + request;
  }

  @Override
  public long bytes() {
    return letters.stream().mapToLong(l -> l.record().orElse("").length()).sum();
  }
}
