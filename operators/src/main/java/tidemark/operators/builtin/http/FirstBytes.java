package tidemark.operators.builtin.http;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/** Keeps the beginning of an answer, and lets the rest pass by. */
final class FirstBytes implements BodySubscriber<byte[]> {
  private final int limit;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private final CompletableFuture<byte[]> whole = new CompletableFuture<>();

  FirstBytes(int limit) {
    this.limit = limit;
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      byte[] bytes = new byte[Math.min(buffer.remaining(), limit - kept.size())];
      buffer.get(bytes);
      kept.write(bytes, 0, bytes.length);
    }
  }

  @Override
  public void onError(Throwable broken) {
    onComplete(); // the status is the answer; a cut text is only shown
  }

  @Override
  public void onComplete() {
    whole.complete(kept.toByteArray());
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return whole;
  }
}
