package tidemark.runner.engine.microbatch;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** The threads that share the work of a micro-batch. */
final class Workers implements AutoCloseable {
  private static final long TICK_MILLIS = 200;

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
   *
   * @param meanwhile done on the calling thread a few times a second
   */
  void run(int parts, IntConsumer work, Runnable meanwhile) {
    if (parts == 1) {
      work.accept(0);
      return;
    }
    finish(start(0, parts, work), () -> {}, meanwhile);
  }

  /** The same, part 0 on the calling thread: each thread that has to be woken takes its time. */
  void run(int parts, IntConsumer work) {
    finish(start(1, parts, work), () -> work.accept(0), () -> {});
  }

  /**
   * Does one thing beside the calling thread, which does the other, and waits for both. If both
   * fail, the failure of the calling thread is thrown.
   */
  void both(Runnable beside, Runnable here) {
    finish(List.of(threads.submit(beside)), here, () -> {});
  }

  private List<Future<?>> start(int from, int to, IntConsumer work) {
    List<Future<?>> running = new ArrayList<>();
    for (int part = from; part < to; part++) {
      int number = part;
      running.add(threads.submit(() -> work.accept(number)));
    }
    return running;
  }

  private static void finish(List<Future<?>> others, Runnable own, Runnable meanwhile) {
    Throwable first = null;
    try {
      own.run();
    } catch (RuntimeException | Error e) {
      first = e;
    }
    for (Future<?> each : others) {
      Throwable failure = await(each, meanwhile);
      first = first == null ? failure : first;
    }
    rethrow(first);
  }

  private static @Nullable Throwable await(Future<?> part, Runnable meanwhile) {
    while (true) {
      try {
        part.get(TICK_MILLIS, TimeUnit.MILLISECONDS);
        return null;
      } catch (TimeoutException e) {
        meanwhile.run();
      } catch (ExecutionException e) {
        return e.getCause();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while a batch ran", e);
      }
    }
  }

  private static void rethrow(@Nullable Throwable failure) {
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
