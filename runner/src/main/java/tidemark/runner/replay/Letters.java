package tidemark.runner.replay;

import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.format.Format;
import tidemark.operators.format.Formats;
import tidemark.operators.plan.LogicalOp;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.types.Schema;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.SourceDefinition;
import tidemark.runner.spec.ConnectorSpec;

/** The dead letters of a pipeline, and which of them it can read again. */
public final class Letters {
  private final Compilation pipeline;

  public Letters(Compilation pipeline) {
    this.pipeline = pipeline;
  }

  /**
   * All of them, in the order of the batches that wrote them.
   *
   * @throws Failure TM650 if the pipeline has no place for them that can be read here
   */
  public List<Letter> all() {
    ConnectorSpec place =
        pipeline
            .deadLetter()
            .orElseThrow(
                () ->
                    refused(
                        "the pipeline has no place for dead letters",
                        "add `dead_letter: {file: {path: …, format: ndjson}}`"));
    Optional<Path> folder = place.options().path("path");
    boolean readable =
        place.name().value().equals("file")
            && place.options().text("format").filter("ndjson"::equals).isPresent()
            && place.options().text("compression").filter(c -> !c.equals("none")).isEmpty();
    if (!readable || folder.isEmpty()) {
      throw refused(
          "only dead letters in files of `ndjson` can be read here",
          "read those of this pipeline where they are");
    }
    return LetterFolder.read(folder.get());
  }

  /** Why a letter cannot be read again; empty if it can. */
  public Optional<String> objection(Letter letter) {
    return letter.row().isPresent() ? rowObjection(letter) : recordObjection(letter);
  }

  private Optional<String> recordObjection(Letter letter) {
    if (letter.record().isEmpty()) {
      return Optional.of("it has neither a record nor a row");
    }
    SourceDefinition source = pipeline.sources().get(letter.reader());
    if (source == null || source.table().isPresent()) {
      return Optional.of("the pipeline does not read `" + letter.reader() + "` as a stream");
    }
    ReadRequest read =
        new ReadRequest(new BitSet(), (location, at, buffer, from, length, reason) -> {});
    return source.connector().reread(source.request(), read, letter.id(), new byte[0]).isPresent()
        ? Optional.empty()
        : Optional.of(
            "a record of `%s` cannot be read apart from what it stood in, as a line of a `file` in `ndjson`, `text` or `csv` without a header can: correct it where it comes from, which `dead-letter ls` says, and let it come again"
                .formatted(letter.reader()));
  }

  private Optional<String> rowObjection(Letter letter) {
    Optional<PlanNode> node = pipeline.plan().flatMap(p -> p.node("steps." + letter.reader()));
    if (node.isEmpty()) {
      return Optional.of("the pipeline has no step `" + letter.reader() + "`");
    }
    if (node.get().op() instanceof LogicalOp.Join) {
      return Optional.of("rows of a join do not say their side");
    }
    Schema input = node.get().input().schema();
    Optional<String> unreadable = Formats.unreadable(Format.NDJSON, input, Optional.empty());
    if (unreadable.isPresent()) {
      return unreadable;
    }
    return letter.isRowOf(input)
        ? Optional.empty()
        : Optional.of("it is not a row of the step's input");
  }

  private static Failure refused(String what, String wayOut) {
    return new Failure(Code.TM650, what, wayOut);
  }
}
