package tidemark.runner.lsp;

import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.MessageActionItem;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.ShowMessageRequestParams;
import org.eclipse.lsp4j.jsonrpc.Launcher;
import org.eclipse.lsp4j.launch.LSPLauncher;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.lsp4j.services.LanguageServer;
import tidemark.operators.connector.Connector;

/** An editor: the other end of the protocol. */
final class Client implements LanguageClient, AutoCloseable {
  private final BlockingQueue<List<Diagnostic>> published = new LinkedBlockingQueue<>();
  private final PipedOutputStream toServer = new PipedOutputStream();
  private final PipedInputStream fromServer = new PipedInputStream(1 << 16);
  private Thread serving;
  private LanguageServer server;

  static Client connect() throws Exception {
    Client client = new Client();
    PipedInputStream in = new PipedInputStream(client.toServer, 1 << 16);
    PipedOutputStream out = new PipedOutputStream(client.fromServer);
    List<Connector> connectors =
        ServiceLoader.load(Connector.class).stream().map(ServiceLoader.Provider::get).toList();
    client.serving =
        new Thread(
            () -> TidemarkServer.serve(in, out, connectors, name -> Optional.empty()), "server");
    client.serving.start();
    Launcher<LanguageServer> launcher =
        LSPLauncher.createClientLauncher(client, client.fromServer, client.toServer);
    var unused = launcher.startListening();
    client.server = launcher.getRemoteProxy();
    client.server.initialize(new InitializeParams()).get(20, TimeUnit.SECONDS);
    return client;
  }

  LanguageServer server() {
    return server;
  }

  /** The findings that are published next. */
  List<Diagnostic> findings() throws InterruptedException {
    List<Diagnostic> next = published.poll(20, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("nothing was published");
    }
    return next;
  }

  /** Whether the server ends by itself. */
  boolean ended() throws InterruptedException {
    serving.join(20_000);
    return !serving.isAlive();
  }

  @Override
  public void close() throws IOException, InterruptedException {
    toServer.close();
    serving.join(20_000);
    fromServer.close();
  }

  @Override
  public void publishDiagnostics(PublishDiagnosticsParams params) {
    published.add(params.getDiagnostics());
  }

  @Override
  public void telemetryEvent(Object object) {}

  @Override
  public void showMessage(MessageParams params) {}

  @Override
  public CompletableFuture<MessageActionItem> showMessageRequest(ShowMessageRequestParams params) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void logMessage(MessageParams params) {}
}
