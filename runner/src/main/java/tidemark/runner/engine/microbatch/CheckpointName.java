package tidemark.runner.engine.microbatch;

import java.nio.file.Path;
import java.util.Optional;
import tidemark.runner.engine.PipelineDefinition;
import tidemark.runner.layout.Layout;
import tidemark.statestore.StateFailure;
import tidemark.statestore.checkpoint.Checkpoint;
import tidemark.statestore.checkpoint.CheckpointView;
import tidemark.statestore.checkpoint.CommitEntry;

/**
 * The name of a pipeline that a checkpoint was made for. It stays when the pipeline is renamed: the
 * name it goes by since is in the plan of the last commit.
 */
final class CheckpointName {
  private final Path checkpoint;

  CheckpointName(Path checkpoint) {
    this.checkpoint = checkpoint;
  }

  /**
   * The name to open the checkpoint with: the one it was made for if that is now this pipeline's
   * checkpoint, else the pipeline's own name, under which opening refuses another's checkpoint.
   */
  String of(PipelineDefinition definition) {
    String name = definition.layout().pipeline();
    Optional<CheckpointView> view = view();
    if (view.isEmpty() || view.get().pipelineName().equals(name)) {
      return name;
    }
    Optional<String> last = lastName(view.get());
    boolean isOurs =
        last.filter(name::equals).isPresent() || last.filter(l -> moved(definition, l)).isPresent();
    return isOurs ? view.get().pipelineName() : name;
  }

  private static boolean moved(PipelineDefinition definition, String from) {
    String to = definition.layout().pipeline();
    return definition.upgrade().moved().stream()
        .anyMatch(
            move ->
                move.from().value().equals("pipeline." + from)
                    && move.to().value().equals("pipeline." + to));
  }

  private Optional<CheckpointView> view() {
    try {
      return Optional.of(Checkpoint.read(checkpoint));
    } catch (StateFailure noCheckpoint) {
      return Optional.empty();
    }
  }

  private static Optional<String> lastName(CheckpointView view) {
    return view.commits()
        .latest()
        .map(CommitEntry::planGeneration)
        .flatMap(view.plans()::read)
        .flatMap(Layout::find)
        .map(Layout::pipeline);
  }
}
