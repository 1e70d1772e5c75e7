package io.argus.check.breakage;

import net.bytebuddy.asm.Advice;

/** What a broken method does first. Its code is copied into the method. */
final class Throwing {
  private Throwing() {}

  @Advice.OnMethodEnter
  static void enter(@Advice.Origin("#t.#m") String method) {
    if (!method.isEmpty()) { // a method without a way out could not be copied
      throw new IllegalStateException(BreakingAgent.MESSAGE.concat(method));
    }
  }
}
