package io.argus.core.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Class files of given sources. */
final class Compiled {
  private static final Pattern NAME =
      Pattern.compile("package ([a-z0-9.]+);.*?(?:class|interface) (\\w+)", Pattern.DOTALL);

  private Compiled() {}

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String text) {
      super(URI.create("string:///" + nameOf(text).replace('.', '/') + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  private static String nameOf(String source) {
    Matcher name = NAME.matcher(source);
    assertThat(name.find()).as(source).isTrue();
    return name.group(1) + "." + name.group(2);
  }

  /**
   * Compiles sources for Java 8, one class each.
   *
   * @param against directories with classes that they use
   */
  static void into(Path directory, List<Path> against, String... sources) throws Exception {
    Files.createDirectories(directory);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    String classPath = String.join(":", against.stream().map(Path::toString).toList());
    List<String> options =
        List.of("-d", directory.toString(), "-cp", classPath, "--release", "8", "-nowarn");
    List<? extends JavaFileObject> files = Arrays.stream(sources).map(Source::new).toList();
    boolean done = compiler.getTask(messages, null, null, options, null, files).call();
    assertThat(done).as(messages.toString()).isTrue();
  }
}
