package io.argus.cli.live;

import com.sun.net.httpserver.HttpServer;
import io.argus.cli.Argus;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A web UI of a master that gives one answer to everything, and the commands that ask it. */
public final class AnsweringMaster implements BeforeEachCallback, AfterEachCallback {
  private final String command;
  private String answer;
  private int status = 200;
  private volatile String asked = "";
  private HttpServer server;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final StringWriter err = new StringWriter();

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
          asked = exchange.getRequestURI().toString();
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
    PrintStream before = System.out;
    out.reset();
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    try {
      List<String> all = new ArrayList<>(List.of(command, "--master"));
      all.add("http://127.0.0.1:" + server.getAddress().getPort() + "/");
      all.addAll(Arrays.asList(words));
      return Argus.commandLine()
          .setErr(new PrintWriter(err, true))
          .execute(all.toArray(new String[0]));
    } finally {
      System.setOut(before);
    }
  }

  /** What it was asked last; empty before. */
  public String asked() {
    return asked;
  }

  /** What the last command printed. */
  public String printed() {
    return out.toString(StandardCharsets.UTF_8);
  }

  /** What all commands complained of. */
  public String complaints() {
    return err.toString();
  }
}
