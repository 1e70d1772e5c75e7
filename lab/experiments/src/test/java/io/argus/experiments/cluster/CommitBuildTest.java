package io.argus.experiments.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitBuildTest {
  private static final String UNKNOWN = "0123456789abcdef0123456789abcdef01234567";

  private final List<String> progress = new ArrayList<>();

  @TempDir private Path repository;

  @BeforeEach
  void makeRepository() throws Exception {
    git("init", "-q");
    commit("old");
  }

  private String git(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git", "-c", "user.name=a", "-c"));
    command.addAll(List.of("user.email=a@example.org"));
    command.addAll(List.of(words));
    Process process =
        new ProcessBuilder(command)
            .directory(repository.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    byte[] output = process.getInputStream().readAllBytes();
    assertThat(process.waitFor()).isZero();
    return new String(output, StandardCharsets.UTF_8).trim();
  }

  /** Commits a module with a jar of that text. */
  private void commit(String text) throws Exception {
    Path target = Files.createDirectories(repository.resolve("module/target"));
    Files.writeString(target.resolve("module-1-dropin.jar"), text);
    git("add", "-f", "module");
    git("commit", "-q", "-m", text);
  }

  @Test
  void theJarIsThatOfTheCommitWhateverIsCheckedOut() throws Exception {
    String old = git("rev-parse", "HEAD");
    commit("new");

    CommitBuild build = CommitBuild.of(repository, old, progress::add);

    assertThat(build.label()).hasSize(7).isEqualTo(old.substring(0, 7));
    assertThat(build.dropInJar("module")).hasContent("old");
    assertThat(build.directory()).startsWith(repository.resolve("lab/experiments/target"));
  }

  @Test
  void aCommitIsCheckedOutOnceHoweverItIsAbbreviated() throws Exception {
    String commit = git("rev-parse", "HEAD");

    Path first = CommitBuild.of(repository, commit.substring(0, 9), progress::add).directory();
    Path second = CommitBuild.of(repository, commit, progress::add).directory();

    assertThat(second).isEqualTo(first);
    assertThat(progress).containsExactly("checking out commit " + commit.substring(0, 7));
  }

  @Test
  void aCommitThatTheCheckoutDoesNotHaveIsNamed() {
    assertThatThrownBy(() -> CommitBuild.of(repository, UNKNOWN, progress::add))
        .isInstanceOf(IOException.class)
        .hasMessage("commit " + UNKNOWN + " is not in the history of " + repository);
    assertThatThrownBy(() -> CommitBuild.of(repository, "HEAD", progress::add))
        .hasMessage("commit is 'HEAD'; must be 7 to 40 hexadecimal digits");
  }
}
