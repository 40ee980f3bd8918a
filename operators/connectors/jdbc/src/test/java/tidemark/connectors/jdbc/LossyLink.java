package tidemark.connectors.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicReference;

/** A way to a server that can break at the commit of a transaction. */
final class LossyLink implements AutoCloseable {
  /** When the link breaks. */
  enum Cut {
    NEVER,
    /** The server never hears of the commit. */
    BEFORE_COMMIT,
    /** The server commits, and nobody hears its answer. */
    AFTER_COMMIT
  }

  private final ServerSocket listening;
  private final int server;
  private final AtomicReference<Cut> cut = new AtomicReference<>(Cut.NEVER);

  LossyLink(int server) throws IOException {
    this.server = server;
    this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  /** Breaks at the next thing that is asked, once: set when a commit is what comes next. */
  void breakAt(Cut when) {
    cut.set(when);
  }

  boolean hasBroken() {
    return cut.get() == Cut.NEVER;
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "link");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket client = listening.accept();
        Socket upstream = new Socket(InetAddress.getLoopbackAddress(), server);
        Line line = new Line(client, upstream);
        start(line::questions);
        start(line::answers);
      } catch (IOException e) {
        return;
      }
    }
  }

  /** One connection. */
  private final class Line {
    private final Socket client;
    private final Socket upstream;
    private volatile boolean isMute;

    Line(Socket client, Socket upstream) {
      this.client = client;
      this.upstream = upstream;
    }

    void questions() {
      byte[] buffer = new byte[1 << 16];
      try (InputStream in = client.getInputStream();
          OutputStream out = upstream.getOutputStream()) {
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
          if (cut.compareAndSet(Cut.BEFORE_COMMIT, Cut.NEVER)) {
            return;
          }
          isMute |= cut.compareAndSet(Cut.AFTER_COMMIT, Cut.NEVER);
          out.write(buffer, 0, n);
          out.flush();
        }
      } catch (IOException e) {
        // the line is dead, which is all there is to it
      } finally {
        close();
      }
    }

    void answers() {
      byte[] buffer = new byte[1 << 16];
      try (InputStream in = upstream.getInputStream();
          OutputStream out = client.getOutputStream()) {
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
          if (isMute) {
            return;
          }
          out.write(buffer, 0, n);
          out.flush();
        }
      } catch (IOException e) {
        // the same
      } finally {
        close();
      }
    }

    private void close() {
      try {
        client.close();
        upstream.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
