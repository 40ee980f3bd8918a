package tidemark.runner.lsp;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.eclipse.lsp4j.CompletionOptions;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializeResult;
import org.eclipse.lsp4j.RenameOptions;
import org.eclipse.lsp4j.ServerCapabilities;
import org.eclipse.lsp4j.ServerInfo;
import org.eclipse.lsp4j.TextDocumentSyncKind;
import org.eclipse.lsp4j.jsonrpc.Launcher;
import org.eclipse.lsp4j.launch.LSPLauncher;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.lsp4j.services.LanguageServer;
import org.eclipse.lsp4j.services.TextDocumentService;
import org.eclipse.lsp4j.services.WorkspaceService;
import tidemark.operators.connector.Connector;
import tidemark.runner.editor.Editor;
import tidemark.runner.yaml.Environment;

/** A language server for pipeline files and test suites. */
public final class TidemarkServer implements LanguageServer {
  private final Documents documents;
  private final Runnable onExit;

  private TidemarkServer(Documents documents, Runnable onExit) {
    this.documents = documents;
    this.onExit = onExit;
  }

  /** Serves a client until it says that it is over, or its stream ends. */
  public static void serve(
      InputStream in, OutputStream out, List<Connector> connectors, Environment environment) {
    Documents documents = new Documents(new Editor(connectors, environment));
    CompletableFuture<Void> exit = new CompletableFuture<>();
    TidemarkServer server = new TidemarkServer(documents, () -> exit.complete(null));
    Launcher<LanguageClient> launcher = LSPLauncher.createServerLauncher(server, in, out);
    documents.connect(launcher.getRemoteProxy());
    Future<Void> listening = launcher.startListening();
    Thread watch = new Thread(() -> ended(listening, exit), "lsp-end");
    watch.setDaemon(true);
    watch.start();
    exit.join();
    listening.cancel(true);
  }

  /** A client that dies does not say so. */
  private static void ended(Future<Void> listening, CompletableFuture<Void> exit) {
    try {
      listening.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | java.util.concurrent.CancellationException over) {
      // The stream is closed.
    }
    exit.complete(null);
  }

  @Override
  public CompletableFuture<InitializeResult> initialize(InitializeParams params) {
    ServerCapabilities can = new ServerCapabilities();
    can.setTextDocumentSync(TextDocumentSyncKind.Full);
    can.setHoverProvider(true);
    can.setDefinitionProvider(true);
    can.setCompletionProvider(new CompletionOptions(false, List.of(":", " ", "(", ".")));
    can.setRenameProvider(new RenameOptions(true));
    can.setDocumentFormattingProvider(true);
    return CompletableFuture.completedFuture(new InitializeResult(can, new ServerInfo("tidemark")));
  }

  @Override
  public CompletableFuture<Object> shutdown() {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void exit() {
    onExit.run();
  }

  @Override
  public TextDocumentService getTextDocumentService() {
    return documents;
  }

  @Override
  public WorkspaceService getWorkspaceService() {
    return new Workspace();
  }
}
