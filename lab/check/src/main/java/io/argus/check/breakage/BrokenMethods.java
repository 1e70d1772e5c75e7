package io.argus.check.breakage;

import static net.bytebuddy.matcher.ElementMatchers.named;

import java.lang.instrument.Instrumentation;
import java.util.List;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.agent.builder.AgentBuilder.RedefinitionStrategy;
import net.bytebuddy.agent.builder.ResettableClassFileTransformer;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** The methods of this JVM that throw whenever they are called. */
final class BrokenMethods {
  // Guarded by this class.
  private static @Nullable ResettableClassFileTransformer current;

  /** The JVM as it was first given; what was changed through one can only be undone through it. */
  private static @Nullable Instrumentation first;

  private BrokenMethods() {}

  /**
   * Lets these methods throw, and fixes all others.
   *
   * @param methods as {@code package.Class#method}
   */
  static synchronized void only(Instrumentation given, List<String> methods) {
    Instrumentation known = first;
    Instrumentation jvm = known == null ? given : known;
    first = jvm;
    ResettableClassFileTransformer former = current;
    if (former != null && !former.reset(jvm, RedefinitionStrategy.RETRANSFORMATION)) {
      throw new IllegalStateException("the methods stay broken");
    }
    current = null;
    AgentBuilder builder =
        new AgentBuilder.Default()
            .disableClassFormatChanges()
            .with(RedefinitionStrategy.RETRANSFORMATION)
            .with(AgentBuilder.Listener.StreamWriting.toSystemError().withErrorsOnly());
    for (String each : methods) {
      int name = each.indexOf('#');
      String method = each.substring(name + 1);
      builder =
          builder
              .type(named(each.substring(0, name)))
              .transform(
                  (type, description, loader, module, domain) ->
                      type.visit(Advice.to(Throwing.class).on(named(method))));
    }
    if (!methods.isEmpty()) {
      current = builder.installOn(jvm);
    }
  }
}
