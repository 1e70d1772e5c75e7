package io.argus.cli;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "completion",
    header = "Print a script by which a shell completes commands.",
    description = {
      "For this shell:",
      "  source <(${ROOT-COMMAND-NAME} completion bash)",
      "For every new shell: put that line into ~/.bashrc, or with zsh into ~/.zshrc."
    })
public final class CompletionCommand implements Callable<Integer> {
  /** Shells that there is a script for. */
  enum Shell {
    BASH(""),
    ZSH("autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n");

    private final String before;

    Shell(String before) {
      this.before = before;
    }
  }

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "bash|zsh", description = "The shell.")
  private Shell shell = Shell.BASH;

  @Override
  public Integer call() {
    CommandSpec root = Objects.requireNonNull(spec, "spec").root();
    System.out.print(shell.before + AutoComplete.bash(root.name(), root.commandLine()));
    return 0;
  }
}
