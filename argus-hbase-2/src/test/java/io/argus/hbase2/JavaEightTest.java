package io.argus.hbase2;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import com.sun.source.util.JavacTask;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import io.argus.core.settings.Settings;
import io.argus.master.MasterNode;
import io.argus.regionserver.RegionServerNode;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.HdrHistogram.Histogram;
import org.apache.commons.math3.stat.regression.SimpleRegression;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Everything in the drop-in jar runs on Java 8, other projects' classes too: their class files are
 * of its version, and they use only what its library has. The compiler checks Argus's own sources
 * ({@code --release 8}), not what is packed beside them.
 */
@Tag("long")
class JavaEightTest {
  /** Java 8. */
  private static final int CLASS_FILE_VERSION = 52;

  /** One class of each module and library in the jar. */
  private static final List<Class<?>> PARTS =
      List.of(
          ArgusRpcSchedulerFactory.class,
          Settings.class,
          RegionServerNode.class,
          MasterNode.class,
          Gson.class,
          Histogram.class,
          SimpleRegression.class);

  /** Left out of the jar. */
  private static final String NEWER_VARIANTS = "/META-INF/versions/";

  private static Path place(Class<?> part) throws URISyntaxException {
    return Path.of(part.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  @Test
  void classFilesAreOfJava8() throws Exception {
    List<String> newer = new ArrayList<>();
    int seen = 0;
    for (Class<?> part : PARTS) {
      Path place = place(part);
      if (Files.isDirectory(place)) {
        seen += look(place, newer);
      } else {
        try (FileSystem jar = FileSystems.newFileSystem(place)) {
          seen += look(jar.getPath("/"), newer);
        }
      }
    }
    assertThat(newer).isEmpty();
    assertThat(seen).isGreaterThan(1_000);
  }

  private static int look(Path root, List<String> newer) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(root)) {
      files =
          all.filter(file -> file.toString().endsWith(".class"))
              .filter(file -> !file.toString().contains(NEWER_VARIANTS))
              .filter(file -> !file.toString().endsWith("module-info.class"))
              .toList();
    }
    for (Path file : files) {
      try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
        in.readInt();
        in.readUnsignedShort();
        if (in.readUnsignedShort() > CLASS_FILE_VERSION) {
          newer.add(file.toString());
        }
      }
    }
    return files.size();
  }

  @Test
  void onlyWhatTheLibraryOfJava8HasIsUsed() throws Exception {
    List<Location> places = new ArrayList<>();
    for (Class<?> part : PARTS) {
      Path place = place(part);
      places.add(
          Files.isDirectory(place)
              ? Location.of(place)
              : Location.of(URI.create("jar:" + place.toUri() + "!/")));
    }
    Library library = new Library();
    Set<String> missing = new TreeSet<>();
    int checked = 0;
    ClassFileImporter importer =
        new ClassFileImporter()
            .withImportOption(location -> !location.contains(NEWER_VARIANTS))
            .withImportOption(location -> !location.contains("module-info"));
    JavaClasses types = importer.importLocations(places);
    assertThat(PARTS).allMatch(types::contain);
    for (JavaClass type : types) {
      for (JavaAccess<?> access : type.getAccessesFromSelf()) {
        String owner = access.getTargetOwner().getName();
        if (owner.startsWith("java.")) {
          checked++;
          String member = member(access.getTarget());
          if (!library.has(owner, member)) {
            missing.add(owner + "." + member + " in " + type.getName());
          }
        }
      }
    }
    assertThat(missing).isEmpty();
    assertThat(checked).isGreaterThan(5_000);
  }

  @Test
  void whatJava8DoesNotHaveIsFound() throws Exception {
    Library library = new Library();

    assertThat(library.has("java.util.List", "size():int")).isTrue();
    assertThat(library.has("java.util.List", "hashCode():int")).isTrue();
    assertThat(library.has("java.nio.ByteBuffer", "flip():java.nio.Buffer")).isTrue();
    assertThat(library.has("java.nio.ByteBuffer", "flip():java.nio.ByteBuffer")).isFalse();
    assertThat(library.has("java.util.List", "of():java.util.List")).isFalse();
    assertThat(library.has("java.lang.ProcessHandle", "pid():long")).isFalse();
  }

  private static String member(AccessTarget target) {
    if (target instanceof AccessTarget.FieldAccessTarget) {
      return target.getName();
    }
    AccessTarget.CodeUnitAccessTarget unit = (AccessTarget.CodeUnitAccessTarget) target;
    String parameters =
        unit.getRawParameterTypes().stream()
            .map(JavaEightTest::name)
            .collect(Collectors.joining(","));
    return unit.getName() + "(" + parameters + "):" + name(unit.getRawReturnType());
  }

  private static String name(JavaClass type) {
    return type.isArray() ? name(type.getComponentType()) + "[]" : type.getName();
  }

  /** The library of Java 8, from the signatures that the compiler has for {@code --release 8}. */
  private static final class Library {
    private final JavacTask task;
    private final Map<String, Set<String>> members = new TreeMap<>();

    Library() throws IOException {
      JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
      JavaFileObject nothing =
          new SimpleJavaFileObject(
              URI.create("string:///Nothing.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
              return "class Nothing {}";
            }
          };
      task =
          (JavacTask)
              compiler.getTask(
                  null,
                  null,
                  null,
                  List.of("--release", "8", "-proc:none", "-Xlint:-options"),
                  null,
                  List.of(nothing));
      task.analyze();
    }

    boolean has(String owner, String member) {
      return members.computeIfAbsent(owner, this::of).contains(member);
    }

    private Set<String> of(String owner) {
      Set<String> found = new TreeSet<>();
      TypeElement type = task.getElements().getTypeElement(owner.replace('$', '.'));
      if (type != null) {
        add(type, found);
        add(task.getElements().getTypeElement("java.lang.Object"), found);
      }
      return found;
    }

    private void add(TypeElement type, Set<String> found) {
      for (Element element : type.getEnclosedElements()) {
        if (element instanceof ExecutableElement unit) {
          found.add(signature(unit));
        } else if (element.getKind().isField()) {
          found.add(element.getSimpleName().toString());
        }
      }
      for (TypeMirror above : task.getTypes().directSupertypes(type.asType())) {
        add((TypeElement) ((DeclaredType) above).asElement(), found);
      }
    }

    private String signature(ExecutableElement unit) {
      List<String> parameters = new ArrayList<>();
      if (unit.getKind() == ElementKind.CONSTRUCTOR) {
        TypeElement type = (TypeElement) unit.getEnclosingElement();
        boolean inner =
            type.getNestingKind().isNested() && !type.getModifiers().contains(Modifier.STATIC);
        if (inner) {
          parameters.add(name(type.getEnclosingElement().asType()));
        }
      }
      unit.getParameters().forEach(parameter -> parameters.add(name(parameter.asType())));
      return unit.getSimpleName()
          + "("
          + String.join(",", parameters)
          + "):"
          + name(unit.getReturnType());
    }

    private String name(TypeMirror type) {
      TypeMirror erased = task.getTypes().erasure(type);
      if (erased.getKind() == TypeKind.ARRAY) {
        return name(((ArrayType) erased).getComponentType()) + "[]";
      }
      return erased.getKind() == TypeKind.DECLARED
          ? task.getElements()
              .getBinaryName((TypeElement) ((DeclaredType) erased).asElement())
              .toString()
          : erased.toString();
    }
  }
}
