package tidemark.runner.upgrade;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.Options;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.engine.PipelineDefinition;
import tidemark.runner.engine.PipelineDefinition.DefinedSink;

/** Puts files in the place of a pipeline's sinks: ndjson, a folder a sink. */
final class SinkFiles {
  private final Path folder;
  private final Connector files;

  SinkFiles(Path folder, List<Connector> connectors) {
    this.folder = folder;
    this.files = connectors.stream().filter(c -> c.name().equals("file")).findFirst().orElseThrow();
  }

  /** Where the rows of a sink are. */
  Path of(String sink) {
    return folder.resolve(sink);
  }

  /** The pipeline with its sinks replaced, the one for bad records too. */
  PipelineDefinition in(PipelineDefinition pipeline) {
    return pipeline.writing(this::replaced);
  }

  private DefinedSink replaced(DefinedSink sink) {
    Map<String, Object> options = Map.of("path", of(sink.id()), "format", "ndjson");
    return new DefinedSink(
        sink.id(), files, new Options(options, Map.of(), Span.ofFile("rehearsal")));
  }
}
