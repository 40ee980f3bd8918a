package tidemark.runner.compile;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import tidemark.operators.connector.Connector;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.plan.LogicalPlan;
import tidemark.operators.plan.PlanNode;
import tidemark.runner.lint.Lint;
import tidemark.runner.reader.PipelineReader;
import tidemark.runner.reader.Read;
import tidemark.runner.reader.ReadOptions;

/** A pipeline text, compiled and linted, with what was found. */
public record Compiled(Optional<Compilation> compilation, List<Diagnostic> findings) {
  /** Reads, compiles and lints a text; relative paths are relative to {@code /data}. */
  public static Compiled of(String yaml) {
    return of(yaml, Path.of("pipeline.yaml"), Path.of("/data"));
  }

  /** Reads, compiles and lints a text. */
  public static Compiled of(String yaml, Path shown, Path folder) {
    Read read = reader().read(yaml, shown, folder, ReadOptions.NONE);
    return of(read);
  }

  /** Compiles and lints what was read. */
  public static Compiled of(Read read) {
    Optional<Compilation> compilation =
        read.pipeline().map(p -> Lint.check(p, connectors(), read.found()));
    return new Compiled(compilation, read.report());
  }

  /** A reader whose environment is the secret {@code PEPPER} alone. */
  public static PipelineReader reader() {
    return new PipelineReader(
        name -> Optional.of("s3cr3t-77").filter(s -> name.equals("TIDEMARK_SECRET_PEPPER")),
        connectors());
  }

  /** The connectors on the class path, and one whose rows cannot be had again. */
  public static List<Connector> connectors() {
    List<Connector> all = new ArrayList<>();
    ServiceLoader.load(Connector.class).forEach(all::add);
    all.add(new FleetingConnector());
    return all;
  }

  /** The codes found, in the order of their places. */
  public List<String> codes() {
    return findings.stream().map(d -> d.code().name()).toList();
  }

  /** The plan, which must be there. */
  public LogicalPlan plan() {
    return compilation
        .flatMap(Compilation::plan)
        .orElseThrow(() -> new AssertionError("no plan: " + findings));
  }

  /** The node of this id, which must be there. */
  public PlanNode node(String id) {
    return plan().node(id).orElseThrow(() -> new AssertionError("no " + id + " in " + ids()));
  }

  /** The ids of the plan's nodes, in order. */
  public List<String> ids() {
    return plan().nodes().stream().map(PlanNode::id).toList();
  }
}
