package tidemark.runner.engine.microbatch;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import tidemark.operators.Partitions;

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
   * Does all partitions, as many at a time as there are workers, and waits for all. If several
   * fail, the failure of the lowest is thrown, so that the same input fails the same way.
   *
   * @param meanwhile done on the calling thread a few times a second
   */
  void run(Partitions partitions, IntConsumer work, Runnable meanwhile) {
    if (partitions.count() == 1) {
      work.accept(0);
      return;
    }
    Turns turns = new Turns(partitions, work);
    finish(start(partitions.workers(), turns), () -> {}, meanwhile);
    turns.rethrow();
  }

  /** The same, also on the calling thread: each thread that has to be woken takes its time. */
  void run(Partitions partitions, IntConsumer work) {
    Turns turns = new Turns(partitions, work);
    finish(start(partitions.workers() - 1, turns), turns, () -> {});
    turns.rethrow();
  }

  /**
   * Does one thing beside the calling thread, which does the other, and waits for both. If both
   * fail, the failure of the calling thread is thrown.
   */
  void both(Runnable beside, Runnable here) {
    finish(List.of(threads.submit(beside)), here, () -> {});
  }

  private List<Future<?>> start(int times, Runnable work) {
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      running.add(threads.submit(work));
    }
    return running;
  }

  /** Does partitions that nobody has begun, until there is none; on several threads. */
  private static final class Turns implements Runnable {
    private final Partitions partitions;
    private final IntConsumer work;
    private final AtomicInteger begun = new AtomicInteger();
    private final @Nullable Throwable[] failures;

    Turns(Partitions partitions, IntConsumer work) {
      this.partitions = partitions;
      this.work = work;
      this.failures = new @Nullable Throwable[partitions.count()];
    }

    @Override
    public void run() {
      for (int turn = begun.getAndIncrement();
          turn < failures.length;
          turn = begun.getAndIncrement()) {
        int partition = partitions.begunAt(turn);
        try {
          work.accept(partition);
        } catch (RuntimeException | Error e) {
          failures[partition] = e;
        }
      }
    }

    /** Throws the failure of the lowest partition, when all threads have ended. */
    void rethrow() {
      for (Throwable failure : failures) {
        Workers.rethrow(failure);
      }
    }
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
