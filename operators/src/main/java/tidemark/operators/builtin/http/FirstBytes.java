package tidemark.operators.builtin.http;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/** Keeps the beginning of an answer, and lets the rest pass by. */
final class FirstBytes implements BodySubscriber<Void> {
  private final int limit;
  private final CompletableFuture<byte[]> heard;
  private final CompletableFuture<Void> end;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

  /**
   * @param heard is given the beginning once the answer is over
   * @param end until then, the client takes the answer for one that is still read
   */
  FirstBytes(int limit, CompletableFuture<byte[]> heard, CompletableFuture<Void> end) {
    this.limit = limit;
    this.heard = heard;
    this.end = end;
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
    heard.complete(kept.toByteArray());
  }

  @Override
  public CompletionStage<Void> getBody() {
    return end;
  }
}
