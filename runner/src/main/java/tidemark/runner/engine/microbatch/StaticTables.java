package tidemark.runner.engine.microbatch;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.LookupConnector;
import tidemark.operators.connector.NoProgress;
import tidemark.operators.connector.Range;
import tidemark.operators.connector.Source;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.plan.LogicalOp;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.table.TableIndex;
import tidemark.runner.engine.BatchObserver;
import tidemark.runner.engine.PipelineDefinition;
import tidemark.runner.engine.PipelineDefinition.DefinedTable;
import tidemark.statestore.checkpoint.OffsetEntry;

/**
 * The static sources of a run that are read whole: looked at before the first micro-batch and again
 * when {@code refresh} says, always between micro-batches, and read when a micro-batch needs rows
 * that are not in memory. Every entry of the offset log names the versions that its micro-batch
 * uses. Used by one thread; the indexes are shared by workers.
 */
final class StaticTables {
  private final PipelineDefinition definition;
  private final Map<String, PlanNode> scans = new TreeMap<>();
  private final Map<String, TableVersion> current = new HashMap<>();
  private final Map<String, LoadedTable> loaded = new TreeMap<>();

  StaticTables(PipelineDefinition definition) {
    this.definition = definition;
    for (PlanNode node : definition.plan().nodes()) {
      if (node.op() instanceof LogicalOp.StaticScan scan && !joins(node).isEmpty()) {
        scans.put(scan.source(), node);
      }
    }
  }

  /** The steps that read a static source whole. */
  private List<PlanNode> joins(PlanNode scan) {
    DefinedTable table = definition.tables().get(((LogicalOp.StaticScan) scan.op()).source());
    return definition.plan().consumers(scan).stream()
        .filter(node -> !AskedTable.isAsked(node, table))
        .toList();
  }

  /** The versions that a micro-batch planned now uses, as its entry has them. */
  Map<String, String> plan(long nowMillis, BatchObserver observer) {
    Map<String, String> texts = new TreeMap<>();
    for (String id : scans.keySet()) {
      TableVersion version = current.get(id);
      if (version == null || isDue(definition.tables().get(id), version, nowMillis)) {
        version = look(id, nowMillis, observer);
        current.put(id, version);
      }
      texts.put(TableVersion.name(id), version.text());
    }
    return texts;
  }

  private static boolean isDue(DefinedTable table, TableVersion version, long nowMillis) {
    return table.refreshMillis().filter(r -> nowMillis - version.lookedMillis() >= r).isPresent();
  }

  private TableVersion look(String id, long nowMillis, BatchObserver observer) {
    try (Source source = open(id)) {
      Optional<Range> range = source.plan(new NoProgress(), BatchLimits.NONE);
      source.notices().forEach(notice -> observer.noticed(id, notice));
      return new TableVersion(nowMillis, range);
    }
  }

  /**
   * The static sources that no longer have the rows that an unfinished micro-batch was planned
   * with, each with the failure that its reading would end in.
   */
  Map<String, Failure> changed(OffsetEntry entry) {
    Map<String, Failure> changed = new TreeMap<>();
    for (String id : scans.keySet()) {
      if (isUnknown(entry, id)) {
        continue;
      }
      TableVersion version = version(entry, id);
      if (version.range().isPresent() && !isInMemory(id, version)) {
        try (Source source = open(id)) {
          source.split(version.range().get(), 1);
        } catch (Failure failure) {
          changed.put(id, changed(id, failure));
        }
      }
    }
    return changed;
  }

  private static Failure changed(String id, Failure cause) {
    return new Failure(
        Code.TM624,
        "static source `"
            + id
            + "` is no longer what an unfinished micro-batch was planned with: "
            + cause.getMessage(),
        "put the old content back, then run again; write new content to a file of its own",
        cause);
  }

  /** Brings the rows that a micro-batch uses into memory, as far as they are not there yet. */
  void load(OffsetEntry entry, TableLoad load, BatchObserver observer) {
    Map<String, TableVersion> missing = new LinkedHashMap<>();
    for (String id : scans.keySet()) {
      TableVersion version =
          isUnknown(entry, id)
              ? current.computeIfAbsent(id, i -> look(i, entry.batchTimeMillis(), observer))
              : version(entry, id);
      if (!isInMemory(id, version)) {
        loaded.remove(id);
        missing.put(id, version);
      }
    }
    missing.forEach(
        (id, version) -> {
          long room = load.limitBytes() - bytes();
          LoadedTable table = read(id, version, load, room);
          loaded.put(id, table);
          observer.loaded(id, table.rows(), table.bytes());
        });
  }

  private LoadedTable read(String id, TableVersion version, TableLoad load, long room) {
    try (Source source = open(id)) {
      PlanNode scan = scans.get(id);
      return load.read(scan, joins(scan), version, source, room);
    } catch (Failure failure) {
      boolean isOther = failure.code() == Code.TM602 || failure.code() == Code.TM603;
      throw isOther ? changed(id, failure) : failure;
    }
  }

  /** The index of a join, which was loaded. */
  TableIndex index(PlanNode join) {
    LogicalOp.StaticScan scan = (LogicalOp.StaticScan) join.inputs().get(1).op();
    LoadedTable table = loaded.get(scan.source());
    if (table == null) {
      throw new IllegalStateException("not loaded: " + scan.source());
    }
    return table.index(join);
  }

  /** Rows in memory, by static source. */
  Map<String, Long> rows() {
    Map<String, Long> rows = new TreeMap<>();
    loaded.forEach((id, table) -> rows.put(id, (long) table.rows()));
    return rows;
  }

  private long bytes() {
    return loaded.values().stream().mapToLong(LoadedTable::bytes).sum();
  }

  private boolean isInMemory(String id, TableVersion version) {
    LoadedTable table = loaded.get(id);
    return table != null && table.version().hasRowsOf(version);
  }

  /**
   * Whether a micro-batch was planned when the source was asked key by key: then its entry says
   * nothing of it, and whatever it has now is as good.
   */
  private boolean isUnknown(OffsetEntry entry, String id) {
    return !entry.extra().containsKey(TableVersion.name(id))
        && definition.tables().get(id).connector() instanceof LookupConnector;
  }

  private static TableVersion version(OffsetEntry entry, String id) {
    String text = entry.extra().get(TableVersion.name(id));
    if (text == null) {
      throw new Failure(
          Code.TM504,
          "batch " + entry.batch() + " does not name its version of static source `" + id + "`",
          "restore the checkpoint from a copy");
    }
    return TableVersion.parse(text);
  }

  private Source open(String id) {
    DefinedTable table = definition.tables().get(id);
    return table.connector().open(table.request());
  }
}
