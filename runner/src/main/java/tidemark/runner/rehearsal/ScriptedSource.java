package tidemark.runner.rehearsal;

import java.util.List;
import java.util.Optional;
import tidemark.operators.connector.Backlog;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.Notice;
import tidemark.operators.connector.Range;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.connector.Source;
import tidemark.operators.connector.SourceState;
import tidemark.operators.connector.Split;
import tidemark.operators.connector.SplitReader;

/** A source whose micro-batches are those of a script; it reads them as ever. */
final class ScriptedSource implements Source {
  private final String id;
  private final Source source;
  private final Cue cue;

  ScriptedSource(String id, Source source, Cue cue) {
    this.id = id;
    this.source = source;
    this.cue = cue;
  }

  /** The script ends by itself. */
  @Override
  public void freeze() {}

  @Override
  public Optional<Range> plan(SourceState state, BatchLimits limits) {
    return cue.script().range(cue.batch(), id);
  }

  @Override
  public List<Notice> notices() {
    return source.notices();
  }

  @Override
  public Backlog backlog() {
    return new Backlog(0, 0);
  }

  @Override
  public List<Split> split(Range range, int parallelism) {
    return source.split(range, parallelism);
  }

  @Override
  public SplitReader open(Split split, ReadRequest request) {
    return source.open(split, request);
  }

  @Override
  public void advance(Range range, SourceState state) {
    source.advance(range, state);
  }

  @Override
  public void close() {
    source.close();
  }
}
