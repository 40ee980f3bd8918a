package tidemark.runner.lsp;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.CompletionItemKind;
import org.eclipse.lsp4j.CompletionList;
import org.eclipse.lsp4j.CompletionParams;
import org.eclipse.lsp4j.DefinitionParams;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidCloseTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.DidSaveTextDocumentParams;
import org.eclipse.lsp4j.DocumentFormattingParams;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.LocationLink;
import org.eclipse.lsp4j.MarkupContent;
import org.eclipse.lsp4j.MarkupKind;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.PrepareRenameDefaultBehavior;
import org.eclipse.lsp4j.PrepareRenameParams;
import org.eclipse.lsp4j.PrepareRenameResult;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.RenameParams;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.WorkspaceEdit;
import org.eclipse.lsp4j.jsonrpc.ResponseErrorException;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.lsp4j.jsonrpc.messages.Either3;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseError;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseErrorCode;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.lsp4j.services.TextDocumentService;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.editor.Editor;
import tidemark.runner.editor.Proposal;
import tidemark.runner.yaml.SourceText;

/** Answers what a client asks about documents. The client's messages come one after another. */
final class Documents implements TextDocumentService {
  private final Editor editor;
  private Optional<LanguageClient> client = Optional.empty();

  Documents(Editor editor) {
    this.editor = editor;
  }

  void connect(LanguageClient connected) {
    client = Optional.of(connected);
  }

  @Override
  public void didOpen(DidOpenTextDocumentParams params) {
    changed(params.getTextDocument().getUri(), params.getTextDocument().getText());
  }

  @Override
  public void didChange(DidChangeTextDocumentParams params) {
    params
        .getContentChanges()
        .forEach(change -> changed(params.getTextDocument().getUri(), change.getText()));
  }

  @Override
  public void didClose(DidCloseTextDocumentParams params) {
    String uri = params.getTextDocument().getUri();
    editor.close(path(uri));
    publish(uri, List.of());
  }

  @Override
  public void didSave(DidSaveTextDocumentParams params) {}

  private void changed(String uri, String content) {
    Path path = path(uri);
    List<org.eclipse.lsp4j.Diagnostic> shown = new ArrayList<>();
    for (tidemark.operators.diagnostics.Diagnostic finding : editor.change(path, content)) {
      shown.add(Findings.shown(finding, editor.text(path).orElseThrow()));
    }
    publish(uri, shown);
  }

  private void publish(String uri, List<org.eclipse.lsp4j.Diagnostic> findings) {
    client.ifPresent(c -> c.publishDiagnostics(new PublishDiagnosticsParams(uri, findings)));
  }

  private static Path path(String uri) {
    URI parsed = URI.create(uri);
    return "file".equals(parsed.getScheme()) ? Path.of(parsed) : Path.of(uri.replace(':', '_'));
  }

  /** Answers on the thread that reads messages, so that no change comes in between. */
  private static <T> CompletableFuture<T> answer(Supplier<T> answer) {
    return CompletableFuture.completedFuture(answer.get());
  }

  private int column(Path path, Position position) {
    return editor.text(path).map(text -> Positions.column(text, position)).orElse(1);
  }

  @Override
  public CompletableFuture<Either<List<CompletionItem>, CompletionList>> completion(
      CompletionParams params) {
    Path path = path(params.getTextDocument().getUri());
    Position at = params.getPosition();
    return answer(
        () ->
            Either.forLeft(
                editor.complete(path, at.getLine() + 1, column(path, at)).stream()
                    .map(Documents::item)
                    .toList()));
  }

  private static CompletionItem item(Proposal proposal) {
    CompletionItem item = new CompletionItem(proposal.label());
    item.setDetail(proposal.detail());
    if (!proposal.meaning().isEmpty()) {
      item.setDocumentation(new MarkupContent(MarkupKind.MARKDOWN, proposal.meaning()));
    }
    item.setKind(
        switch (proposal.kind()) {
          case KEY -> CompletionItemKind.Property;
          case WORD -> CompletionItemKind.EnumMember;
          case ID -> CompletionItemKind.Reference;
          case COLUMN -> CompletionItemKind.Field;
          case FUNCTION -> CompletionItemKind.Function;
        });
    // Columns and ids before functions.
    item.setSortText(
        proposal.kind().ordinal() == 4 ? "b" + proposal.label() : "a" + proposal.label());
    return item;
  }

  @Override
  public CompletableFuture<Hover> hover(HoverParams params) {
    Path path = path(params.getTextDocument().getUri());
    Position at = params.getPosition();
    return answer(
        () ->
            editor
                .hover(path, at.getLine() + 1, column(path, at))
                .map(page -> new Hover(new MarkupContent(MarkupKind.MARKDOWN, page)))
                .orElse(null));
  }

  @Override
  public CompletableFuture<Either<List<? extends Location>, List<? extends LocationLink>>>
      definition(DefinitionParams params) {
    Path path = path(params.getTextDocument().getUri());
    Position at = params.getPosition();
    return answer(
        () ->
            Either.forLeft(
                editor.definition(path, at.getLine() + 1, column(path, at)).stream()
                    .map(span -> location(path, span))
                    .toList()));
  }

  /** A place in the file itself, or in the schema file that it names. */
  private Location location(Path path, Span span) {
    Path file = Path.of(span.file());
    SourceText text =
        editor
            .text(path)
            .filter(own -> own.file().equals(span.file()))
            .orElseGet(() -> new SourceText(span.file(), ""));
    boolean own = text.file().equals(path.toString());
    Position start = new Position(Math.max(0, span.line() - 1), Math.max(0, span.column() - 1));
    Range other =
        new Range(start, new Position(start.getLine(), start.getCharacter() + span.length()));
    return new Location(
        file.toAbsolutePath().toUri().toString(), own ? Positions.range(text, span) : other);
  }

  @Override
  public CompletableFuture<Either3<Range, PrepareRenameResult, PrepareRenameDefaultBehavior>>
      prepareRename(PrepareRenameParams params) {
    Path path = path(params.getTextDocument().getUri());
    Position at = params.getPosition();
    return answer(
        () ->
            editor.renamed(path, at.getLine() + 1, column(path, at)).isPresent()
                ? Either3.forThird(new PrepareRenameDefaultBehavior(true))
                : null);
  }

  @Override
  public CompletableFuture<WorkspaceEdit> rename(RenameParams params) {
    String uri = params.getTextDocument().getUri();
    Path path = path(uri);
    Position at = params.getPosition();
    if (!editor.isFree(path, params.getNewName())) {
      return CompletableFuture.failedFuture(
          new ResponseErrorException(
              new ResponseError(
                  ResponseErrorCode.InvalidParams,
                  "an id has small letters, digits and _, a letter first, and stands once",
                  null)));
    }
    return answer(
        () -> {
          SourceText text = editor.text(path).orElseThrow();
          List<TextEdit> edits =
              editor.rename(path, at.getLine() + 1, column(path, at), params.getNewName()).stream()
                  .map(edit -> new TextEdit(Positions.range(text, edit.span()), edit.text()))
                  .toList();
          return new WorkspaceEdit(Map.of(uri, edits));
        });
  }

  @Override
  public CompletableFuture<List<? extends TextEdit>> formatting(DocumentFormattingParams params) {
    Path path = path(params.getTextDocument().getUri());
    return answer(
        () ->
            editor.formatted(path).stream()
                .map(text -> new TextEdit(Positions.whole(editor.text(path).orElseThrow()), text))
                .toList());
  }
}
