package io.argus.hbase2.it;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.security.UserGroupInformation;
import org.ietf.jgss.GSSContext;
import org.ietf.jgss.GSSException;
import org.ietf.jgss.GSSManager;
import org.ietf.jgss.GSSName;
import org.ietf.jgss.Oid;

/**
 * A page of a web UI that wants a ticket, as a user with one gets it.
 *
 * @param status 0 if nobody answers
 */
record AskedPage(int status, String body) {
  private static final String SPNEGO = "1.3.6.1.5.5.2";
  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();

  static AskedPage as(UserGroupInformation user, int port, String path) {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
              .timeout(PATIENCE)
              .header("Authorization", "Negotiate " + token(user))
              .build();
      HttpResponse<String> reply = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
      return new AskedPage(reply.statusCode(), reply.body());
    } catch (IOException e) {
      return new AskedPage(0, e.toString());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String token(UserGroupInformation user) throws IOException, InterruptedException {
    byte[] token = user.doAs((PrivilegedExceptionAction<byte[]>) AskedPage::firstToken);
    return Base64.getEncoder().encodeToString(token);
  }

  private static byte[] firstToken() throws GSSException {
    GSSManager manager = GSSManager.getInstance();
    GSSName server = manager.createName("HTTP@localhost", GSSName.NT_HOSTBASED_SERVICE);
    GSSContext context =
        manager.createContext(server, new Oid(SPNEGO), null, GSSContext.DEFAULT_LIFETIME);
    try {
      return context.initSecContext(new byte[0], 0, 0);
    } finally {
      context.dispose();
    }
  }

  /** The number that the JSON names so; 0 if it does not. */
  double number(String name) {
    Matcher member = Pattern.compile('"' + name + "\"\\s*:\\s*([0-9.Ee]+)").matcher(body);
    return member.find() ? Double.parseDouble(member.group(1)) : 0;
  }
}
