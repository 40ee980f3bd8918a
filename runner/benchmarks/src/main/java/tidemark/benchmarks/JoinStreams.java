package tidemark.benchmarks;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Writes two streams to be joined, NDJSON, 16 files each: {@code shown} with a record every ten
 * milliseconds of event time, and {@code clicks}, as many, each of a record shown up to twelve
 * minutes before. Both are out of order by up to thirty seconds. The same numbers always give the
 * same bytes.
 */
public final class JoinStreams {
  private static final int FILES = 16;
  private static final long BEGIN = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
  private static final int DISTANCE = 10;
  private static final int DISORDER = 30_000;
  private static final int LONGEST_WAIT = 720_000;

  private JoinStreams() {}

  /**
   * Arguments: the folder, the records of each stream.
   *
   * @throws IOException if the folder cannot be written
   */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    int records = Integer.parseInt(args[1]);
    SplittableRandom random = new SplittableRandom(7);
    try (Stream shown = new Stream(folder.resolve("shown"), records);
        Stream clicks = new Stream(folder.resolve("clicks"), records)) {
      for (int i = 0; i < records; i++) {
        long at = BEGIN + (long) DISTANCE * i - random.nextInt(DISORDER);
        shown.write(
            "{\"ad\":%d,\"shown_at\":\"%s\",\"site\":\"site-%d\",\"price\":%d}\n"
                .formatted(i, Instant.ofEpochMilli(at), random.nextInt(1000), random.nextInt(500)));
        int waited = random.nextInt(LONGEST_WAIT);
        long clicked = BEGIN + (long) DISTANCE * i - random.nextInt(DISORDER);
        long ad = Math.max(0, i - waited / DISTANCE);
        clicks.write(
            "{\"ad\":%d,\"clicked_at\":\"%s\",\"user_id\":%d}\n"
                .formatted(ad, Instant.ofEpochMilli(clicked), random.nextInt(1_000_000)));
      }
    }
  }

  /** The files of one stream, filled one after the other. */
  private static final class Stream implements AutoCloseable {
    private final Path folder;
    private final List<OutputStream> files = new ArrayList<>();
    private final int perFile;
    private int written;

    Stream(Path folder, int records) throws IOException {
      this.folder = folder;
      Files.createDirectories(folder);
      perFile = (records + FILES - 1) / FILES;
      for (int i = 0; i < FILES; i++) {
        files.add(new BufferedOutputStream(Files.newOutputStream(file(i)), 1 << 16));
      }
    }

    private Path file(int number) {
      return folder.resolve("part-%05d.json".formatted(number));
    }

    void write(String line) throws IOException {
      files.get(written++ / perFile).write(line.getBytes(StandardCharsets.UTF_8));
    }

    /** Each file is a second newer than the one before, as readers go by that. */
    @Override
    public void close() throws IOException {
      for (int i = 0; i < FILES; i++) {
        files.get(i).close();
        Files.setLastModifiedTime(file(i), FileTime.fromMillis(BEGIN + 1000L * i));
      }
    }
  }
}
