package tidemark.runner.engine.microbatch;

import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.OptionalLong;
import tidemark.operators.connector.BadRecords;
import tidemark.operators.connector.Split;
import tidemark.operators.format.ByteSink;
import tidemark.runner.replay.Letter;

/**
 * Records of one source that are read again.
 *
 * @param location where they stood, all of them
 */
record ReplaySplit(String location, List<Letter> letters) implements Split {
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

  /** Where the record or row on a line stood, if that is known. */
  OptionalLong position(long line) {
    return letters.get((int) line - 1).position().stream().mapToLong(Long::longValue).findFirst();
  }

  /** Takes reports of lines, and passes on where the records stood. */
  BadRecords reports(BadRecords records) {
    return (place, line, buffer, offset, length, reason) ->
        records.report(location, position(line).orElse(line), buffer, offset, length, reason);
  }

  @Override
  public long bytes() {
    return letters.stream().mapToLong(l -> l.record().orElse("").length()).sum();
  }
}
