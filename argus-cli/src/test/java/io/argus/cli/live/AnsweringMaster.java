package io.argus.cli.live;

import com.sun.net.httpserver.HttpServer;
import io.argus.cli.Argus;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A web UI of a master that gives one answer to everything, and the commands that ask it. */
public final class AnsweringMaster implements BeforeEachCallback, AfterEachCallback {
  private final String command;
  private String answer;
  private int status = 200;
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private HttpServer server;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /**
   * @param command such as {@code history}
   * @param answer JSON, with ' in place of "
   */
  public AnsweringMaster(String command, String answer) {
    this.command = command;
    this.answer = answer;
  }

  @Override
  public void beforeEach(ExtensionContext context) throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/argus/",
        exchange -> {
          asked.add(exchange.getRequestURI().toString());
          byte[] body = answer.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    server.stop(0);
  }

  /** From now on it answers so. */
  public void answers(int newStatus, String newAnswer) {
    status = newStatus;
    answer = newAnswer;
  }

  /** Runs the command and returns its exit code. */
  public int run(String... words) {
    PrintStream outBefore = System.out;
    PrintStream errBefore = System.err;
    PrintStream complaints = new PrintStream(err, true, StandardCharsets.UTF_8);
    out.reset();
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    System.setErr(complaints);
    try {
      List<String> all = new ArrayList<>(List.of(command, "--master"));
      all.add("http://127.0.0.1:" + server.getAddress().getPort() + "/");
      all.addAll(Arrays.asList(words));
      return Argus.commandLine()
          .setErr(new PrintWriter(complaints, true, StandardCharsets.UTF_8))
          .execute(all.toArray(new String[0]));
    } finally {
      System.setOut(outBefore);
      System.setErr(errBefore);
    }
  }

  /** What it was asked last; empty before. */
  public String asked() {
    return asked.isEmpty() ? "" : asked.get(asked.size() - 1);
  }

  /** All that it was asked. */
  public List<String> allAsked() {
    return asked;
  }

  /** What the last command printed. */
  public String printed() {
    return out.toString(StandardCharsets.UTF_8);
  }

  /** What all commands complained of, or noted. */
  public String complaints() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
