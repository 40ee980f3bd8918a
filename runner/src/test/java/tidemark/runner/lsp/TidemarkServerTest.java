package tidemark.runner.lsp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.CompletionItemKind;
import org.eclipse.lsp4j.CompletionParams;
import org.eclipse.lsp4j.DefinitionParams;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DiagnosticSeverity;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.DocumentFormattingParams;
import org.eclipse.lsp4j.FormattingOptions;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.PrepareRenameParams;
import org.eclipse.lsp4j.RenameParams;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.TextDocumentItem;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.VersionedTextDocumentIdentifier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The language server as an editor talks to it. A {@code |} in a text is where the cursor is. */
class TidemarkServerTest {
  private static final String PIPELINE =
      """
      format: 1
      pipeline: p
      sources:
        access:
          file: {path: in, format: ndjson}
          columns: {ts: timestamp, site: string, "größe😀": int, bytes: bigint}
          watermark: {column: ts, delay: 10 minutes}
      steps:
        served:
          from: access
          filter: bytes > 500
        traffic:
          from: served
          aggregate:
            window: {tumbling: 1 minute}
            by: [site]
            compute: {n: count(*), most: max(bytes)}
      sinks:
        out: {from: traffic, file: {path: out, format: ndjson}}
      """;

  @TempDir private Path folder;
  private Client client;
  private String uri;

  @BeforeEach
  void connect() throws Exception {
    client = Client.connect();
    uri = folder.resolve("p.yaml").toUri().toString();
  }

  @AfterEach
  void disconnect() throws Exception {
    client.close();
  }

  private List<Diagnostic> open(String text) throws Exception {
    TextDocumentItem item = new TextDocumentItem(uri, "yaml", 1, text);
    client.server().getTextDocumentService().didOpen(new DidOpenTextDocumentParams(item));
    return client.findings();
  }

  private List<Diagnostic> change(String text) throws Exception {
    client
        .server()
        .getTextDocumentService()
        .didChange(
            new DidChangeTextDocumentParams(
                new VersionedTextDocumentIdentifier(uri, 2),
                List.of(new TextDocumentContentChangeEvent(text))));
    return client.findings();
  }

  private static Position placeOf(String word, String text) {
    return cursor(text.replace(word, "|" + word));
  }

  private static Position cursor(String text) {
    String before = text.substring(0, text.indexOf('|'));
    int line = (int) before.chars().filter(c -> c == '\n').count();
    return new Position(line, before.length() - before.lastIndexOf('\n') - 1);
  }

  /** Types a text with a cursor over the pipeline that was good before. */
  private List<CompletionItem> complete(String from, String to) throws Exception {
    open(PIPELINE);
    String text = PIPELINE.replace(from, to);
    assertThat(text).contains("|");
    change(text.replace("|", ""));
    return client
        .server()
        .getTextDocumentService()
        .completion(new CompletionParams(new TextDocumentIdentifier(uri), cursor(text)))
        .get(20, TimeUnit.SECONDS)
        .getLeft();
  }

  private static List<String> labels(List<CompletionItem> items, CompletionItemKind kind) {
    return items.stream().filter(i -> i.getKind() == kind).map(CompletionItem::getLabel).toList();
  }

  @Test
  void findingsComeWhileTyping() throws Exception {
    assertThat(open(PIPELINE)).isEmpty();
    List<Diagnostic> found = change(PIPELINE.replace("max(bytes)", "max(byts)"));
    assertThat(found).hasSize(1);
    assertThat(found.get(0).getCode().getLeft()).isEqualTo("TM304");
    assertThat(found.get(0).getSeverity()).isEqualTo(DiagnosticSeverity.Error);
    assertThat(found.get(0).getMessage()).contains("`byts`", "did you mean `bytes`");
    assertThat(found.get(0).getRange().getStart())
        .isEqualTo(placeOf("byts", PIPELINE.replace("max(bytes)", "max(byts)")));
    assertThat(change("format: [\n")).isNotEmpty();
    assertThat(change(PIPELINE)).isEmpty();
  }

  @Test
  void placesCountUtf16Units() throws Exception {
    String text = PIPELINE.replace("bytes > 500", "\"`größe😀` > 1 AND byts > 2\"");
    List<Diagnostic> found = open(text);
    assertThat(found.get(0).getRange().getStart()).isEqualTo(placeOf("byts", text));
  }

  @Test
  void keysOfThePlaceAreProposedWithTheirMeaning() throws Exception {
    List<CompletionItem> items = complete("      by: [site]\n", "      by: [site]\n      |\n");
    assertThat(labels(items, CompletionItemKind.Property))
        .contains("window", "compute", "changes_only")
        .doesNotContain("filter", "sources");
    CompletionItem window =
        items.stream().filter(i -> i.getLabel().equals("window")).findFirst().orElseThrow();
    assertThat(window.getDocumentation().getRight().getValue()).contains("event time");
    assertThat(
            labels(complete("    filter: bytes > 500\n", "    |\n"), CompletionItemKind.Property))
        .contains("filter", "deduplicate", "join");
    assertThat(
            labels(
                complete("window: {tumbling: 1 minute}", "window: {tumbling: 1 minute, |}"),
                CompletionItemKind.Property))
        .contains("offset", "session");
  }

  @Test
  void wordsIdsColumnsAndFunctionsAreProposedWhereTheyFit() throws Exception {
    assertThat(
            labels(
                complete("path: out, format: ndjson", "path: out, format: |"),
                CompletionItemKind.EnumMember))
        .contains("ndjson", "csv");
    assertThat(
            labels(complete("    from: served\n", "    from: |\n"), CompletionItemKind.Reference))
        .containsExactlyInAnyOrder("access", "served");
    List<CompletionItem> inFilter = complete("filter: bytes > 500", "filter: bytes > |");
    assertThat(labels(inFilter, CompletionItemKind.Field))
        .containsExactly("ts", "site", "größe😀", "bytes");
    assertThat(labels(inFilter, CompletionItemKind.Function)).contains("upper", "date_trunc");
    assertThat(labels(complete("by: [site]", "by: [site, |]"), CompletionItemKind.Field))
        .contains("bytes");
    assertThat(labels(complete("most: max(bytes)", "most: max(|"), CompletionItemKind.Field))
        .contains("bytes");
  }

  @Test
  void aStepThatIsNewSeesTheColumnsOfWhatItReads() throws Exception {
    List<CompletionItem> items =
        complete("sinks:\n", "  late:\n    from: traffic\n    filter: |\nsinks:\n");
    assertThat(labels(items, CompletionItemKind.Field))
        .containsExactly("window_start", "window_end", "site", "n", "most");
  }

  private String hover(String marked) throws Exception {
    open(marked.replace("|", ""));
    Hover hover =
        client
            .server()
            .getTextDocumentService()
            .hover(new HoverParams(new TextDocumentIdentifier(uri), cursor(marked)))
            .get(20, TimeUnit.SECONDS);
    return hover == null ? "" : hover.getContents().getRight().getValue();
  }

  @Test
  void hoverTellsTypesAndMeanings() throws Exception {
    assertThat(hover(PIPELINE.replace("max(bytes)", "max(by|tes)")))
        .contains("`bytes`", "bigint", "column of `served`");
    assertThat(hover(PIPELINE.replace("max(bytes)", "ma|x(bytes)"))).contains("max(");
    assertThat(hover(PIPELINE.replace("    from: served", "    from: ser|ved")))
        .contains("step `served`", "filter", "reads `access`", "| `bytes` | bigint |");
    assertThat(hover(PIPELINE.replace("tumbling", "tum|bling"))).contains("Windows side by side");
    assertThat(hover(PIPELINE.replace("format: 1", "form|at: 1"))).contains("version");
    assertThat(hover(PIPELINE.replace("format: 1", "format: 1|"))).isEmpty();
  }

  private Position definition(String marked) throws Exception {
    open(marked.replace("|", ""));
    List<? extends Location> found =
        client
            .server()
            .getTextDocumentService()
            .definition(new DefinitionParams(new TextDocumentIdentifier(uri), cursor(marked)))
            .get(20, TimeUnit.SECONDS)
            .getLeft();
    assertThat(found).hasSize(1);
    assertThat(found.get(0).getUri()).isEqualTo(uri);
    return found.get(0).getRange().getStart();
  }

  @Test
  void definitionLeadsToIdsAndColumns() throws Exception {
    assertThat(definition(PIPELINE.replace("    from: served", "    from: ser|ved")))
        .isEqualTo(new Position(8, 2));
    assertThat(definition(PIPELINE.replace("max(bytes)", "max(by|tes)")))
        .isEqualTo(placeOf("bytes: bigint", PIPELINE));
  }

  private String rename(String marked, String name) throws Exception {
    String text = marked.replace("|", "");
    open(text);
    TextDocumentIdentifier document = new TextDocumentIdentifier(uri);
    Position at = cursor(marked);
    var service = client.server().getTextDocumentService();
    assertThat(
            service.prepareRename(new PrepareRenameParams(document, at)).get(20, TimeUnit.SECONDS))
        .isNotNull();
    List<TextEdit> edits =
        service
            .rename(new RenameParams(document, at, name))
            .get(20, TimeUnit.SECONDS)
            .getChanges()
            .get(uri);
    String changed = applied(text, edits);
    assertThat(change(changed)).isEmpty();
    return changed;
  }

  private static String applied(String text, List<TextEdit> edits) {
    List<TextEdit> backwards = new ArrayList<>(edits);
    backwards.sort(
        Comparator.comparingInt((TextEdit e) -> offset(text, e.getRange().getStart())).reversed());
    StringBuilder changed = new StringBuilder(text);
    for (TextEdit edit : backwards) {
      changed.replace(
          offset(text, edit.getRange().getStart()),
          offset(text, edit.getRange().getEnd()),
          edit.getNewText());
    }
    return changed.toString();
  }

  private static int offset(String text, Position position) {
    int offset = 0;
    for (int line = 0; line < position.getLine(); line++) {
      offset = text.indexOf('\n', offset) + 1;
    }
    return offset + position.getCharacter();
  }

  @Test
  void aRenamedStepTakesItsStateAlong() throws Exception {
    String renamed = rename(PIPELINE.replace("    from: served", "    from: ser|ved"), "good");
    assertThat(renamed)
        .contains("  good:\n    from: access", "  traffic:\n    from: good")
        .doesNotContain("served:")
        .endsWith("\nupgrade:\n  moved:\n    - {from: steps.served, to: steps.good}\n");
    String again = rename(renamed.replace("  good:\n", "  go|od:\n"), "fine");
    assertThat(again)
        .contains("from: fine", "- {from: steps.served, to: steps.fine}")
        .doesNotContain("good");
    String other = rename(renamed.replace("  traffic:\n", "  traf|fic:\n"), "rates");
    assertThat(other)
        .contains(
            "  moved:\n    - {from: steps.traffic, to: steps.rates}\n"
                + "    - {from: steps.served, to: steps.good}\n",
            "out: {from: rates,");
  }

  @Test
  void aMoveIsWrittenBesideOthersHoweverTheyAreWritten() throws Exception {
    String marked = PIPELINE.replace("    from: served", "    from: ser|ved");
    assertThat(
            rename(marked + "\nupgrade: {moved: [{from: steps.a, to: steps.traffic}]}\n", "good"))
        .contains(
            "upgrade: {moved: [{from: steps.served, to: steps.good},"
                + " {from: steps.a, to: steps.traffic}]}");
    assertThat(rename(marked + "\nupgrade: # kept\n  accept: [x]\n", "good"))
        .contains("upgrade: # kept\n  moved:\n    - {from: steps.served, to: steps.good}\n");
    assertThat(rename(marked + "\nupgrade:\n  moved: [] # none\n", "good"))
        .contains("  moved: [{from: steps.served, to: steps.good}] # none");
  }

  @Test
  void nothingIsRenamedWhileTheTextCannotBeRead() throws Exception {
    open(PIPELINE);
    change(PIPELINE.replace("steps:\n", "steps:\n  half: {from: [\n  x: 1\n"));
    Position at = cursor(PIPELINE.replace("    from: served", "    from: ser|ved"));
    PrepareRenameParams params =
        new PrepareRenameParams(
            new TextDocumentIdentifier(uri), new Position(at.getLine() + 2, 12));
    assertThat(
            client
                .server()
                .getTextDocumentService()
                .prepareRename(params)
                .get(20, TimeUnit.SECONDS))
        .isNull();
  }

  @Test
  void aNameThatIsTakenIsRefused() throws Exception {
    open(PIPELINE);
    RenameParams params =
        new RenameParams(new TextDocumentIdentifier(uri), new Position(8, 3), "traffic");
    assertThatThrownBy(
            () -> client.server().getTextDocumentService().rename(params).get(20, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("an id has small letters");
  }

  @Test
  void aDocumentIsFormatted() throws Exception {
    open("format:   1\npipeline:  p\n");
    List<? extends TextEdit> edits =
        client
            .server()
            .getTextDocumentService()
            .formatting(
                new DocumentFormattingParams(
                    new TextDocumentIdentifier(uri), new FormattingOptions(2, true)))
            .get(20, TimeUnit.SECONDS);
    assertThat(applied("format:   1\npipeline:  p\n", List.copyOf(edits)))
        .isEqualTo("format: 1\npipeline: p\n");
  }

  @Test
  void suitesAreServedToo() throws Exception {
    uri = folder.resolve("p.test.yaml").toUri().toString();
    List<Diagnostic> found =
        open("format: 1\npipeline: p.yaml\ntests:\n  - name: a\n    stps: []\n");
    assertThat(found.get(0).getMessage()).contains("stps");
    assertThat(
            hover("format: 1\npipeline: p.yaml\ntests:\n  - na|me: a\n    steps: [{give: {}}]\n"))
        .contains("A sentence");
  }

  @Test
  void noTextAndNoCursorStopsTheServer() throws Exception {
    open(PIPELINE);
    for (int cut = 0; cut < PIPELINE.length(); cut += 7) {
      String marked = PIPELINE.substring(0, cut) + "|" + PIPELINE.substring(cut);
      change(PIPELINE.substring(0, cut));
      TextDocumentIdentifier document = new TextDocumentIdentifier(uri);
      var service = client.server().getTextDocumentService();
      Position at = cursor(marked);
      assertThat(service.completion(new CompletionParams(document, at)).get(20, TimeUnit.SECONDS))
          .isNotNull();
      service.hover(new HoverParams(document, at)).get(20, TimeUnit.SECONDS);
      service.definition(new DefinitionParams(document, at)).get(20, TimeUnit.SECONDS);
    }
  }

  @Test
  void theEndOfTheClientEndsTheServer() throws Exception {
    client.server().shutdown().get(20, TimeUnit.SECONDS);
    client.server().exit();
    assertThat(client.ended()).isTrue();
  }
}
