package tidemark.connectors.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import tidemark.operators.connector.Notice;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/**
 * What the broker has deleted before it was read, or never had because the topic is another one
 * now: it stops the run, or is left out with a notice that counts it, as the pipeline says.
 */
final class LostRecords {
  private static final String GO_ON =
      "; to go on without them, set `on_lost_records: skip`, restart the source with"
          + " `upgrade: {restart: [source]}`, or use a new checkpoint";

  private final SourceSettings settings;
  private final Queue<Notice> noticed = new ConcurrentLinkedQueue<>();

  LostRecords(SourceSettings settings) {
    this.settings = settings;
  }

  /** What was left out since the last call. */
  List<Notice> take() {
    List<Notice> taken = new ArrayList<>();
    for (@Nullable Notice each = noticed.poll(); each != null; each = noticed.poll()) {
      taken.add(each);
    }
    return taken;
  }

  /**
   * The first offset from one on that can be read.
   *
   * @param isOldEnd whether the end may have grown since it was asked for
   * @throws Failure TM603 if that is another one, and the run is not to go on
   */
  long firstKept(int partition, long from, long beginning, long end, boolean isOldEnd) {
    String place = "partition " + partition + " of topic `" + settings.kafka().topic() + "`";
    if (from < beginning) {
      return skip(
          beginning,
          beginning - from,
          "%s begins at offset %d, and offset %d is to be read: %d records were deleted before"
              .formatted(place, beginning, from, beginning - from),
          "raise the topic's retention");
    }
    if (from > end && !isOldEnd) {
      return skip(
          beginning,
          0,
          "%s ends at offset %d, and offset %d is to be read: the topic was made anew or truncated"
              .formatted(place, end, from),
          "the new topic has other records");
    }
    return from;
  }

  /**
   * The same while a range is read.
   *
   * @param cause what the broker answered
   */
  long firstKept(KafkaSource.Records range, long from, long beginning, Exception cause) {
    String what =
        "%s begins at offset %d, and offset %d is to be read: %d records were deleted before"
            .formatted(range.location(), beginning, from, Math.max(0, beginning - from));
    if (beginning <= from) {
      throw new Failure(
          Code.TM603,
          range.location() + " does not have offset " + from,
          "see whether the topic was made anew or truncated; nothing was skipped",
          cause);
    }
    return skip(
        beginning,
        Math.min(beginning, range.to()) - from,
        what,
        "raise the topic's retention (by the records' own timestamps)");
  }

  private long skip(long beginning, long count, String what, String wayOut) {
    if (!settings.skipsLost()) {
      throw new Failure(Code.TM603, what, wayOut + GO_ON);
    }
    noticed.add(new Notice(Code.TM603, what + "; reading goes on at " + beginning, count));
    return beginning;
  }
}
