package tidemark.operators.builtin.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLHandshakeException;

/**
 * Sends one request and tells what came of it. Each goes over a connection of its own: a server
 * closes one that was kept open at any moment, and a request that is under way then is lost without
 * anybody knowing whether it was heard.
 */
final class Exchange {
  private static final String RESTRICTED = "jdk.httpclient.allowRestrictedHeaders";
  private static final int SHOWN_BYTES = 2_000;

  static {
    // the client's own switch, without which it lets nobody set this header
    if (System.getProperty(RESTRICTED) == null) {
      System.setProperty(RESTRICTED, "connection");
    }
  }

  private final HttpTarget target;
  private final Patience patience;
  private final Clock clock;
  private final HttpClient client;

  /**
   * @param clock against which a server's time to come back is held
   */
  Exchange(HttpTarget target, Patience patience, Clock clock) {
    this.target = target;
    this.patience = patience;
    this.clock = clock;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(Duration.ofMillis(patience.connect()))
            .build();
  }

  /** Sends a request to which the target's headers are added. */
  Attempt send(HttpRequest.Builder builder) {
    target.headers().forEach(builder::setHeader);
    askToClose(builder);
    AtomicReference<ResponseInfo> seen = new AtomicReference<>();
    CompletableFuture<byte[]> heard = new CompletableFuture<>();
    CompletableFuture<Void> end = new CompletableFuture<>();
    CompletableFuture<HttpResponse<Void>> request =
        client.sendAsync(
            builder.build(),
            info -> {
              seen.set(info);
              return new FirstBytes(SHOWN_BYTES, heard, end);
            });
    CompletableFuture<HttpResponse<Void>> unused =
        request.whenComplete(
            (response, failure) -> {
              if (failure != null) {
                heard.completeExceptionally(failure);
              }
            });
    try {
      byte[] text = heard.get(patience.connect() + patience.answer(), TimeUnit.MILLISECONDS);
      return answered(seen.get(), text);
    } catch (TimeoutException e) {
      return lost(seen, "no answer came within " + patience.answer() + " ms");
    } catch (ExecutionException e) {
      return failed(seen, e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return lost(seen, "waiting for the answer was interrupted");
    } finally {
      close(request, end);
    }
  }

  /** Lets the server know that this is the only request of its connection. */
  private static void askToClose(HttpRequest.Builder builder) {
    try {
      builder.setHeader("Connection", "close");
    } catch (IllegalArgumentException e) {
      // the client was in use before the switch was thrown; then only this end closes it
    }
  }

  /**
   * Closes the connection. Left alone, the client keeps it for the next request unless the server
   * itself says that it closes it, whatever the request said; a request that it is told to give up
   * takes its connection along. So to the client no answer comes to its end.
   */
  private static void close(CompletableFuture<?> request, CompletableFuture<?> end) {
    boolean unused = request.cancel(true);
    boolean unusedToo = end.cancel(true);
  }

  private Attempt failed(AtomicReference<ResponseInfo> seen, Throwable cause) {
    boolean neverConnected =
        cause instanceof ConnectException
            || cause instanceof HttpConnectTimeoutException
            || cause instanceof SSLHandshakeException;
    return neverConnected ? new Attempt.NotSent(noConnection(cause)) : lost(seen, reason(cause));
  }

  private String noConnection(Throwable cause) {
    if (cause instanceof HttpConnectTimeoutException) {
      return "none came about within " + patience.connect() + " ms";
    }
    if (!(cause instanceof ConnectException) || cause.getMessage() != null) {
      return reason(cause);
    }
    return cause.getCause() instanceof UnresolvedAddressException
        ? "the name of the server is not known"
        : "it was refused"; // the client tells nothing else
  }

  /** A status that came before things broke is an answer nevertheless. */
  private Attempt lost(AtomicReference<ResponseInfo> seen, String reason) {
    ResponseInfo info = seen.get();
    return info == null ? new Attempt.Lost(target.masked(reason)) : answered(info, new byte[0]);
  }

  private Attempt answered(ResponseInfo info, byte[] body) {
    String text = new String(body, StandardCharsets.UTF_8).replaceAll("[\\s\\p{Cntrl}]+", " ");
    return new Attempt.Answered(
        info.statusCode(), target.masked(text.strip()), retryAfter(info.headers()));
  }

  /** RFC 9110: seconds, or a date. */
  private OptionalLong retryAfter(HttpHeaders headers) {
    Optional<String> written = headers.firstValue("Retry-After").map(String::strip);
    if (written.isEmpty()) {
      return OptionalLong.empty();
    }
    if (written.get().matches("\\d{1,9}")) {
      return OptionalLong.of(Long.parseLong(written.get()) * 1_000);
    }
    try {
      Instant then = Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(written.get()));
      return OptionalLong.of(Math.max(0, then.toEpochMilli() - clock.millis()));
    } catch (DateTimeException e) {
      return OptionalLong.empty();
    }
  }

  private String reason(Throwable cause) {
    Throwable innermost = cause;
    while (innermost.getCause() != null && innermost.getCause() != innermost) {
      innermost = innermost.getCause();
    }
    String said = innermost.getMessage() == null ? cause.getMessage() : innermost.getMessage();
    String kind = innermost.getClass().getSimpleName();
    boolean isPlain = innermost instanceof IOException && said != null;
    return target.masked(said == null ? kind : isPlain ? said : kind + ": " + said);
  }
}
