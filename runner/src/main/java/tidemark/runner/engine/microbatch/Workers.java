package tidemark.runner.engine.microbatch;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;

/** The threads that share the work of a micro-batch. */
final class Workers implements AutoCloseable {
  private final ExecutorService threads;
  private final int count;

  Workers(int count) {
    this.count = count;
    this.threads =
        Executors.newFixedThreadPool(
            count,
            task -> {
              Thread thread = new Thread(task, "tidemark-worker");
              thread.setDaemon(true);
              return thread;
            });
  }

  int count() {
    return count;
  }

  /**
   * Does the parts 0 to {@code parts - 1}, each on one thread, and waits for all. If several fail,
   * the failure of the lowest part is thrown, so that the same input fails the same way.
   */
  void run(int parts, IntConsumer work) {
    if (parts == 1) {
      work.accept(0);
      return;
    }
    List<Future<?>> running = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      int number = part;
      running.add(threads.submit(() -> work.accept(number)));
    }
    Throwable first = null;
    for (Future<?> each : running) {
      try {
        each.get();
      } catch (ExecutionException e) {
        first = first == null ? e.getCause() : first;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while a batch ran", e);
      }
    }
    rethrow(first);
  }

  private static void rethrow(@org.jspecify.annotations.Nullable Throwable failure) {
    if (failure instanceof RuntimeException runtime) {
      throw runtime;
    }
    if (failure instanceof Error error) {
      throw error;
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
