package tidemark.connectors.kafka;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.Uuid;

/** A real broker in a process of its own, which ends with this one at the latest. */
public final class BrokerServer implements AutoCloseable {
  /** Little memory, a quick start. */
  public static final List<String> SMALL =
      List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private static final int FIRST_PORT = 20_000;
  private static final int PORTS = 12_000;
  private static final AtomicInteger NEXT_PORT =
      new AtomicInteger((int) (ProcessHandle.current().pid() * 31 % PORTS));

  private final Path config;
  private final int port;
  private final List<String> options;
  private Process process;

  /**
   * Starts it, and does not wait until it answers: clients do.
   *
   * @param port where it listens
   * @param advertised the port of this machine that clients are sent to; the broker itself has a
   *     way of its own
   * @param options of its virtual machine
   */
  public BrokerServer(int port, int advertised, List<String> options) {
    try {
      Path folder = Files.createTempDirectory("broker-");
      int controller = freePort();
      int own = freePort();
      this.port = port;
      this.options = List.copyOf(options);
      config =
          Files.writeString(
              folder.resolve("server.properties"),
              """
              process.roles=broker,controller
              node.id=1
              controller.quorum.voters=1@localhost:%d
              listeners=PLAINTEXT://localhost:%d,OWN://localhost:%d,CONTROLLER://localhost:%d
              advertised.listeners=PLAINTEXT://localhost:%d,OWN://localhost:%d
              listener.security.protocol.map=PLAINTEXT:PLAINTEXT,OWN:PLAINTEXT,CONTROLLER:PLAINTEXT
              inter.broker.listener.name=OWN
              controller.listener.names=CONTROLLER
              log.dirs=%s
              num.partitions=1
              offsets.topic.replication.factor=1
              transaction.state.log.replication.factor=1
              transaction.state.log.min.isr=1
              transaction.state.log.num.partitions=2
              group.initial.rebalance.delay.ms=0
              auto.create.topics.enable=false
              log.retention.ms=-1
              """
                  .formatted(
                      controller, port, own, controller, advertised, own, folder.resolve("logs")));
      String cluster = Uuid.randomUuid().toString();
      int formatted =
          java("kafka.tools.StorageTool", "format", "-t", cluster, "-c", config.toString())
              .waitFor();
      if (formatted != 0) {
        throw new IllegalStateException("the broker's folder cannot be prepared");
      }
      process = java("kafka.Kafka", config.toString());
      Runtime.getRuntime().addShutdownHook(new Thread(this::kill));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * A port that nothing listens on, another each time. It is below those that a system hands out
   * for any connection, one of which would take it before the broker does.
   */
  public static int freePort() {
    while (true) {
      int port = FIRST_PORT + NEXT_PORT.getAndIncrement() % PORTS;
      try (ServerSocket socket = new ServerSocket(port)) {
        return socket.getLocalPort();
      } catch (BindException e) {
        // somebody has it
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private Process java(String main, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", classPath(), main));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
        + File.pathSeparator
        + System.getProperty("test.class.path", "");
  }

  /** Where it listens. */
  public String servers() {
    return "localhost:" + port;
  }

  /** Ends it as a lost machine does. */
  public void kill() {
    process.destroyForcibly();
  }

  /** Kills it and starts it again on what it had stored. */
  public void restart() throws IOException, InterruptedException {
    kill();
    process.waitFor();
    process = java("kafka.Kafka", config.toString());
  }

  @Override
  public void close() {
    kill();
  }
}
