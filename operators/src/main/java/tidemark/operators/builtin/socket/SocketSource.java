package tidemark.operators.builtin.socket;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;
import tidemark.operators.connector.Backlog;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.Notice;
import tidemark.operators.connector.Range;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.connector.Source;
import tidemark.operators.connector.SourceState;
import tidemark.operators.connector.Split;
import tidemark.operators.connector.SplitReader;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.format.Decoder;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/**
 * Text lines from a TCP connection: a micro-batch is what has arrived and is whole. A range lives
 * in memory only, so a batch that was cut off by a crash cannot be repeated and says so.
 */
public final class SocketSource implements Source {
  /** The column, as that of Spark's socket source. */
  public static final Schema SCHEMA = Schema.of(Field.of("value", SimpleType.STRING));

  private static final int READ = 64 * 1024;
  private static final int MOST = 16 << 20;

  private final String host;
  private final int port;
  private final BadRecordPolicy badRecords;
  private final ByteBuffer buffer = ByteBuffer.allocate(READ);
  private final Map<String, byte[]> ranges = new HashMap<>();
  private final List<Notice> notices = new ArrayList<>();
  private ByteArrayOutputStream arrived = new ByteArrayOutputStream();
  private @Nullable SocketChannel channel;
  private long planned;
  private boolean isClosedByPeer;
  private boolean isFrozen;

  public SocketSource(String host, int port, BadRecordPolicy badRecords) {
    this.host = host;
    this.port = port;
    this.badRecords = badRecords;
  }

  @Override
  public void freeze() {
    receive();
    isFrozen = true;
  }

  @Override
  public Optional<Range> plan(SourceState state, BatchLimits limits) {
    if (!isFrozen) {
      receive();
    }
    byte[] bytes = arrived.toByteArray();
    int end = wholeLines(bytes, limits);
    if (end == 0) {
      return Optional.empty();
    }
    arrived = new ByteArrayOutputStream();
    arrived.write(bytes, end, bytes.length - end);
    String json = "{\"range\":" + planned++ + ",\"bytes\":" + end + "}";
    ranges.put(json, java.util.Arrays.copyOf(bytes, end));
    return Optional.of(new Range(json, end));
  }

  @Override
  public List<Notice> notices() {
    List<Notice> taken = List.copyOf(notices);
    notices.clear();
    return taken;
  }

  @Override
  public Backlog backlog() {
    return new Backlog(0, arrived.size());
  }

  @Override
  public List<Split> split(Range range, int parallelism) {
    if (!ranges.containsKey(range.json())) {
      throw new Failure(
          Code.TM620,
          "the micro-batch read lines from " + address() + ", which cannot be read again",
          "start with a new checkpoint; use a source that can be replayed where rows matter");
    }
    return List.of(new Lines(range.json(), address(), range.bytes()));
  }

  @Override
  public SplitReader open(Split split, ReadRequest request) {
    byte[] bytes = ranges.getOrDefault(((Lines) split).key(), new byte[0]);
    Decoder decoder =
        Formats.decoder(
            FormatOptions.of(Format.TEXT),
            SCHEMA,
            request.needed(),
            badRecords,
            Optional.empty(),
            request.badRecords(),
            address());
    return new Reader(bytes, decoder);
  }

  @Override
  public void advance(Range range, SourceState state) {
    ranges.remove(range.json());
  }

  @Override
  public void close() {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException broken) {
        throw failed(broken);
      }
    }
  }

  private String address() {
    return host + ":" + port;
  }

  /** Takes what has arrived, without waiting for more. */
  private void receive() {
    try {
      SocketChannel open = connected();
      while (!isClosedByPeer && arrived.size() < MOST) {
        int count = open.read(buffer.clear());
        if (count == 0) {
          return;
        }
        if (count < 0) {
          isClosedByPeer = true;
          notices.add(new Notice(Code.TM615, address() + " closed the connection", 1));
        } else {
          arrived.write(buffer.array(), 0, count);
        }
      }
    } catch (IOException broken) {
      throw failed(broken);
    } catch (UnresolvedAddressException unknown) {
      throw failed(new IOException("the host is not known", unknown));
    }
  }

  private SocketChannel connected() throws IOException {
    SocketChannel open = channel;
    if (open == null) {
      open = SocketChannel.open(new InetSocketAddress(host, port));
      open.configureBlocking(false);
      channel = open;
    }
    return open;
  }

  /** The end of the last line that is whole and fits the limits; one line always does. */
  private int wholeLines(byte[] bytes, BatchLimits limits) {
    int end = 0;
    long lines = 0;
    for (int i = 0; i < bytes.length; i++) {
      boolean ends = bytes[i] == '\n' || (isClosedByPeer && i == bytes.length - 1);
      if (ends) {
        lines++;
        if (lines > 1 && (lines > limits.maxRows() || i >= limits.maxBytes())) {
          return end;
        }
        end = i + 1;
      }
    }
    return end;
  }

  private Failure failed(IOException broken) {
    return new Failure(
        Code.TM615,
        "cannot read from " + address() + ": " + broken.getMessage(),
        "start the server first, for example `nc -lk " + port + "`",
        broken);
  }

  private record Lines(String key, String location, long bytes) implements Split {}

  private static final class Reader implements SplitReader {
    private final byte[] bytes;
    private final Decoder decoder;
    private int position;

    Reader(byte[] bytes, Decoder decoder) {
      this.bytes = bytes;
      this.decoder = decoder;
    }

    @Override
    public @Nullable Batch next() {
      while (position < bytes.length && !decoder.isFull()) {
        position = decoder.decode(bytes, position, bytes.length, true);
      }
      return decoder.rows() > 0 ? decoder.take() : null;
    }

    @Override
    public long bytesRead() {
      return position;
    }

    @Override
    public void close() {}
  }
}
