package io.argus.bench.fault.kind;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import io.argus.check.breakage.BreakingAgent;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import net.bytebuddy.ByteBuddy;

/** Puts {@link BreakingAgent} into running servers. Stateless. */
final class Breaking {
  private Breaking() {}

  /**
   * Lets these methods of a JVM throw, and fixes all others.
   *
   * @param methods as {@code package.Class#method}
   */
  static void only(long pid, List<String> methods) throws IOException {
    try {
      VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
      try {
        jvm.loadAgent(
            jarOf(BreakingAgent.class).toString(),
            BreakingAgent.arguments(jarOf(ByteBuddy.class), methods));
      } finally {
        jvm.detach();
      }
    } catch (AttachNotSupportedException | AgentLoadException | AgentInitializationException e) {
      throw new IOException("cannot put the agent into process " + pid, e);
    }
  }

  private static Path jarOf(Class<?> type) throws IOException {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException("where is the jar of " + type, e);
    }
  }
}
