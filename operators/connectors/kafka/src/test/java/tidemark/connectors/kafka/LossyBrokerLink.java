package tidemark.connectors.kafka;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;

/** A way to a broker that can break at a question, and stay broken. */
final class LossyBrokerLink implements AutoCloseable {
  /** The number of the request that ends a transaction, in Kafka's protocol. */
  private static final short END_TRANSACTION = 26;

  /** The number of the request that asks where partitions begin and end. */
  private static final short LIST_OFFSETS = 2;

  /** When the link breaks. */
  enum Cut {
    NEVER,
    /** The broker never hears of the end. */
    BEFORE_COMMIT,
    /** The broker commits, and nobody hears its answer. */
    AFTER_COMMIT,
    /** The broker is never asked where a partition begins. */
    BEFORE_OFFSETS
  }

  private final ServerSocket listening;
  private final int broker;
  private final AtomicReference<Cut> cut = new AtomicReference<>(Cut.NEVER);
  private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
  private volatile boolean staysBroken;
  private volatile boolean isDown;

  /**
   * @param broker the port where it listens
   */
  LossyBrokerLink(int broker) throws IOException {
    this.broker = broker;
    this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  String servers() {
    return "localhost:" + port();
  }

  /** Breaks at the next question of the kind, for a moment. */
  void breakAt(Cut when) {
    staysBroken = false;
    cut.set(when);
  }

  /** Breaks at the next question of the kind, until it is mended. */
  void breakForLongAt(Cut when) {
    staysBroken = true;
    cut.set(when);
  }

  /** Whether it has broken as it was told to. */
  boolean hasBroken() {
    return cut.get() == Cut.NEVER;
  }

  void mend() {
    isDown = false;
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "link");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        connect(listening.accept());
      } catch (IOException e) {
        return;
      }
    }
  }

  private void connect(Socket client) {
    try {
      if (isDown) {
        throw new IOException("the link is down");
      }
      Line line = new Line(client, new Socket(InetAddress.getLoopbackAddress(), broker));
      start(line::questions);
      start(line::answers);
    } catch (IOException e) {
      end(client);
    }
  }

  private void down() {
    isDown = staysBroken;
    if (staysBroken) {
      sockets.forEach(LossyBrokerLink::end);
    }
  }

  private static void end(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One connection: frames of four bytes of length and a request or answer. */
  private final class Line {
    private final Socket client;
    private final Socket upstream;
    private volatile boolean isMute;

    Line(Socket client, Socket upstream) {
      this.client = client;
      this.upstream = upstream;
      sockets.add(client);
      sockets.add(upstream);
    }

    void questions() {
      try (DataInputStream in = new DataInputStream(client.getInputStream());
          DataOutputStream out = new DataOutputStream(upstream.getOutputStream())) {
        while (true) {
          byte[] frame = in.readNBytes(in.readInt());
          short question = ByteBuffer.wrap(frame).getShort();
          boolean ends = question == END_TRANSACTION;
          Cut before = ends ? Cut.BEFORE_COMMIT : Cut.BEFORE_OFFSETS;
          if ((ends || question == LIST_OFFSETS) && cut.compareAndSet(before, Cut.NEVER)) {
            down();
            return;
          }
          isMute |= ends && cut.compareAndSet(Cut.AFTER_COMMIT, Cut.NEVER);
          out.writeInt(frame.length);
          out.write(frame);
          out.flush();
        }
      } catch (IOException e) {
        // the line is dead, which is all there is to it
      } finally {
        close();
      }
    }

    void answers() {
      try (DataInputStream in = new DataInputStream(upstream.getInputStream());
          DataOutputStream out = new DataOutputStream(client.getOutputStream())) {
        while (true) {
          byte[] frame = in.readNBytes(in.readInt());
          if (isMute) {
            down();
            return;
          }
          out.writeInt(frame.length);
          out.write(frame);
          out.flush();
        }
      } catch (IOException e) {
        // the same
      } finally {
        close();
      }
    }

    private void close() {
      end(client);
      end(upstream);
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
