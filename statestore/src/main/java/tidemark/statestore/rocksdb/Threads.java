package tidemark.statestore.rocksdb;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tidemark.statestore.StateMerging;

/** The threads that a backend works with beside its callers'; started on first use. */
final class Threads implements AutoCloseable {
  /** Work on fewer rows than this is done by one thread: handing it over would take longer. */
  static final long MANY_ROWS = 50_000;

  private static final int COUNT = Math.min(4, Runtime.getRuntime().availableProcessors());

  /** More than there are threads, as some parts take longer than others. */
  private static final int PARTS = 8;

  private Optional<ExecutorService> pool = Optional.empty();

  private static Thread named(Runnable work) {
    Thread thread = new Thread(work, "tidemark-state");
    thread.setDaemon(true);
    return thread;
  }

  /** A piece of work. */
  interface Piece<R> {
    R run() throws IOException;
  }

  /** A piece of the work on things that have numbers: on those {@code from .. to - 1}. */
  interface Part<R> {
    R run(int from, int to) throws IOException;
  }

  /** The work on some things, which have so many rows, in pieces of neighbours. */
  static <R> List<Piece<R>> parts(int things, long rows, Part<R> part) {
    int count = rows < MANY_ROWS ? 1 : PARTS;
    List<Piece<R>> pieces = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int from = things * i / count;
      int to = things * (i + 1) / count;
      pieces.add(() -> part.run(from, to));
    }
    return pieces;
  }

  /** Work without a result. */
  interface Task {
    void run() throws IOException;
  }

  private ExecutorService pool() {
    if (pool.isEmpty()) {
      pool = Optional.of(Executors.newFixedThreadPool(COUNT, Threads::named));
    }
    return pool.get();
  }

  /** Takes the result of a piece of work. */
  interface Taker<R> {
    void take(R result) throws IOException;
  }

  /** Does the pieces at the same time and returns their results in order. */
  <R> List<R> all(List<Piece<R>> pieces) throws IOException {
    List<R> results = new ArrayList<>();
    each(pieces, results::add);
    return results;
  }

  /**
   * Does the pieces at the same time, a single one by the caller's thread, which takes each result
   * when it is there, in order. None is under way any more when this returns or fails.
   */
  <R> void each(List<Piece<R>> pieces, Taker<R> taker) throws IOException {
    each(pieces, () -> {}, taker);
  }

  /** The same, where the caller's thread does a task first. */
  private <R> void each(List<Piece<R>> pieces, Task task, Taker<R> taker) throws IOException {
    boolean single = pieces.size() == 1;
    Deque<Future<R>> running = new ArrayDeque<>();
    for (Piece<R> piece : single ? List.<Piece<R>>of() : pieces) {
      Callable<R> call = piece::run;
      running.add(pool().submit(call));
    }
    try {
      task.run();
      if (single) {
        taker.take(pieces.get(0).run());
      }
      while (!running.isEmpty()) {
        R result = result(running.element());
        running.remove();
        taker.take(result);
      }
    } finally {
      running.forEach(Threads::awaitEnd);
    }
  }

  /** Does a task by the caller's thread and the pieces beside it; a single one after it. */
  <R> void beside(Task task, List<Piece<R>> pieces) throws IOException {
    each(pieces, task, result -> {});
  }

  /** Waits until a piece is done or has failed, whoever interrupts. */
  private static void awaitEnd(Future<?> future) {
    boolean interrupted = Thread.interrupted();
    while (!future.isDone()) {
      try {
        future.get();
      } catch (InterruptedException e) {
        interrupted = true;
      } catch (ExecutionException e) {
        break; // what failed first is told
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Runs merges: one after the other by a thread of their own, or at once. */
  Executor background(StateMerging merging) {
    return switch (merging) {
      case AT_SEALS -> Runnable::run;
      case BESIDE_BATCHES ->
          work -> {
            Thread thread = named(work);
            thread.start();
          };
    };
  }

  private static <R> R result(Future<R> future) throws IOException {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  @Override
  public void close() {
    pool.ifPresent(ExecutorService::shutdownNow);
  }
}
