package tidemark.statestore.rocksdb;

import java.io.IOException;
import java.util.ArrayList;
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
  private static final int COUNT = Math.min(4, Runtime.getRuntime().availableProcessors());

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

  private ExecutorService pool() {
    if (pool.isEmpty()) {
      pool = Optional.of(Executors.newFixedThreadPool(COUNT, Threads::named));
    }
    return pool.get();
  }

  /**
   * Does the pieces at the same time, a single one by the caller's thread, and returns their
   * results in order; none is under way any more when it returns or fails.
   */
  <R> List<R> all(List<Piece<R>> pieces) throws IOException {
    if (pieces.size() == 1) {
      return List.of(pieces.get(0).run());
    }
    List<Callable<R>> calls = new ArrayList<>();
    for (Piece<R> piece : pieces) {
      calls.add(piece::run);
    }
    List<R> results = new ArrayList<>();
    try {
      for (Future<R> done : pool().invokeAll(calls)) {
        results.add(result(done));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    return results;
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

  private static <R> R result(Future<R> future) throws IOException, InterruptedException {
    try {
      return future.get();
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
