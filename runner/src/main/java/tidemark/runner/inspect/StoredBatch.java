package tidemark.runner.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.diagnostics.Nearest;
import tidemark.operators.stateful.ByteRows;
import tidemark.operators.stateful.StoredRows;
import tidemark.runner.compile.StoredStep;
import tidemark.runner.inspect.StoredStore.Decoding;
import tidemark.runner.inspect.StoredStore.Role;
import tidemark.runner.layout.StoreLayout;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateRef;
import tidemark.statestore.StoreId;
import tidemark.statestore.checkpoint.CheckpointView;
import tidemark.statestore.checkpoint.CommitEntry;

/**
 * The stores of a retained batch, read from its commit and its plan; the state itself is not
 * touched.
 *
 * @param planGeneration the plan that the batch ran with
 * @param stores those that hold rows
 * @param empty the other stores of the plan's steps
 */
public record StoredBatch(
    long batch, int planGeneration, List<StoredStore> stores, List<StoredStore> empty) {
  public StoredBatch {
    stores = List.copyOf(stores);
    empty = List.copyOf(empty);
  }

  /**
   * The stores of a batch, the newest committed one unless another is asked for.
   *
   * @throws Failure TM521 if the batch is not retained
   */
  public static StoredBatch of(CheckpointView view, OptionalLong asked) {
    List<Long> retained = view.commits().batches();
    if (retained.isEmpty()) {
      throw new Failure(
          Code.TM521, "no batch is committed, so there is no state", "run the pipeline first");
    }
    long batch = asked.orElse(retained.get(retained.size() - 1));
    CommitEntry commit = commit(view, batch, retained);
    List<StoredStep> steps = steps(view, commit.planGeneration());
    List<StoredStore> stores = new ArrayList<>();
    for (StateRef.Size size : commit.state().stores()) {
      Optional<StoredStep> step =
          steps.stream().filter(s -> s.owner().equals(size.id().owner())).findFirst();
      stores.add(step.isPresent() ? store(size, step.get()) : foreign(size));
    }
    return new StoredBatch(batch, commit.planGeneration(), stores, empty(commit.state(), steps));
  }

  /** A commit has no store without rows; the plan has all. */
  private static List<StoredStore> empty(StateRef state, List<StoredStep> steps) {
    Set<StoreId> held = state.stores().stream().map(StateRef.Size::id).collect(Collectors.toSet());
    List<StoredStore> empty = new ArrayList<>();
    for (StoredStep step : steps) {
      for (StoreLayout store : step.stores()) {
        StoreId id = new StoreId(step.owner(), store.name());
        if (!held.contains(id)) {
          empty.add(store(new StateRef.Size(id, 0, 0), step));
        }
      }
    }
    return empty;
  }

  private static CommitEntry commit(CheckpointView view, long batch, List<Long> retained) {
    Optional<CommitEntry> commit;
    try {
      commit = view.commits().read(batch);
    } catch (StateFailure e) {
      if (e.kind() == StateFailure.Kind.DAMAGED && !view.isRetained(batch)) {
        commit = Optional.empty();
      } else {
        throw e;
      }
    }
    return commit.orElseThrow(() -> notRetained(batch, retained));
  }

  private static Failure notRetained(long batch, List<Long> retained) {
    return new Failure(
        Code.TM521,
        retained.isEmpty()
            ? "batch " + batch + " is not retained, nor is any other"
            : "batch %d is not retained; there are %d to %d"
                .formatted(batch, retained.get(0), retained.get(retained.size() - 1)),
        "ask for one of these; `retain_batches` says how many a checkpoint keeps");
  }

  /**
   * Refuses a batch whose commit is not there, damaged or not.
   *
   * @throws Failure TM521
   */
  public static void requireRetained(CheckpointView view, long batch) {
    if (!view.isRetained(batch)) {
      throw notRetained(batch, view.commits().batches());
    }
  }

  private static List<StoredStep> steps(CheckpointView view, int generation) {
    try {
      return view.plans().read(generation).map(StoredStep::of).orElse(List.of());
    } catch (IllegalArgumentException newer) {
      return List.of();
    }
  }

  private static StoredStore store(StateRef.Size size, StoredStep step) {
    Optional<RowDecoding> decoding = RowDecoding.ALL.stream().filter(d -> d.fits(step)).findFirst();
    String store = size.id().name();
    boolean main = decoding.isPresent() && decoding.get().mainStore(step).equals(store);
    return new StoredStore(
        size.id(),
        step.node(),
        step.operator(),
        size.rows(),
        size.bytes(),
        decoding.isEmpty() || main ? Role.ROWS : Role.INDEX,
        form -> rows(decoding, step, store, form));
  }

  /** Bytes where the plan says something that this release does not know. */
  private static StoredRows rows(
      Optional<RowDecoding> decoding, StoredStep step, String store, Form form) {
    try {
      return decoding
          .flatMap(d -> d.rows(step, store, form))
          .flatMap(rows -> newest(rows, decoding.orElseThrow(), step, store))
          .orElseGet(ByteRows::new);
    } catch (IllegalArgumentException unknown) {
      return new ByteRows();
    }
  }

  private static Optional<StoredRows> newest(
      StoredRows rows, RowDecoding decoding, StoredStep step, String store) {
    return decoding.mainStore(step).equals(store)
        ? step.form().map(form -> new NewestRows(rows, form))
        : Optional.of(rows);
  }

  private static StoredStore foreign(StateRef.Size size) {
    Decoding bytes = form -> new ByteRows();
    boolean source = size.id().owner().startsWith("sources.");
    return new StoredStore(
        size.id(),
        size.id().owner(),
        source ? "source" : "unknown",
        size.rows(),
        size.bytes(),
        Role.ROWS,
        bytes);
  }

  /**
   * The store of a step.
   *
   * @param step with or without {@code steps.} in front
   * @param name of the store; empty for the one that holds the step's rows
   * @throws Failure TM522 if there is none
   */
  public StoredStore store(String step, Optional<String> name) {
    List<StoredStore> all = Stream.concat(stores.stream(), empty.stream()).toList();
    List<StoredStore> ofStep =
        all.stream().filter(s -> s.step().equals(step) || s.node().equals(step)).toList();
    if (ofStep.isEmpty()) {
      throw unknown("step", step, all.stream().map(StoredStore::step).distinct().toList());
    }
    return ofStep.stream()
        .filter(s -> name.map(n -> s.id().name().equals(n)).orElse(s.role() == Role.ROWS))
        .findFirst()
        .orElseThrow(
            () ->
                unknown(
                    "store",
                    name.orElse("rows"),
                    ofStep.stream().map(s -> s.id().name()).toList()));
  }

  private Failure unknown(String what, String name, List<String> there) {
    String all =
        there.isEmpty()
            ? "no step keeps state"
            : "there are "
                + there.stream().map(n -> "`" + n + "`").collect(Collectors.joining(", "));
    return new Failure(
        Code.TM522,
        "the state after batch " + batch + " has no " + what + " `" + name + "`",
        Nearest.of(name, there).map(n -> "did you mean `" + n + "`?").orElse(all));
  }
}
