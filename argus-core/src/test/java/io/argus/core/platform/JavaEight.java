package io.argus.core.platform;

import com.sun.source.util.JavacTask;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
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

/**
 * What keeps classes from running on Java 8: class files of a later version, and uses of what its
 * library does not have. The compiler checks Argus's own sources ({@code --release 8}), not what is
 * packed beside them.
 */
public final class JavaEight {
  /** Java 8. */
  private static final int CLASS_FILE_VERSION = 52;

  /** Left out of Argus's jars. */
  private static final String NEWER_VARIANTS = "/META-INF/versions/";

  private final List<Path> places = new ArrayList<>();

  /**
   * @param parts one class of each module and library to be checked
   */
  public JavaEight(List<Class<?>> parts) throws URISyntaxException {
    for (Class<?> part : parts) {
      places.add(Path.of(part.getProtectionDomain().getCodeSource().getLocation().toURI()));
    }
  }

  /**
   * What was found.
   *
   * @param checked how many class files or uses were looked at
   */
  public record Found(Set<String> wrong, int checked) {}

  /** Class files of a later version. */
  public Found newerClassFiles() throws IOException {
    Set<String> newer = new TreeSet<>();
    int checked = 0;
    for (Path place : places) {
      if (Files.isDirectory(place)) {
        checked += check(place, newer);
      } else {
        try (FileSystem jar = FileSystems.newFileSystem(place)) {
          checked += check(jar.getPath("/"), newer);
        }
      }
    }
    return new Found(newer, checked);
  }

  private static int check(Path root, Set<String> newer) throws IOException {
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

  /** Uses of classes and members of the JDK's library that Java 8 does not have. */
  public Found missingInLibrary() throws IOException {
    List<Location> locations = new ArrayList<>();
    for (Path place : places) {
      locations.add(
          Files.isDirectory(place)
              ? Location.of(place)
              : Location.of(URI.create("jar:" + place.toUri() + "!/")));
    }
    ClassFileImporter importer =
        new ClassFileImporter()
            .withImportOption(location -> !location.contains(NEWER_VARIANTS))
            .withImportOption(location -> !location.contains("module-info"));
    Library library = new Library();
    Set<String> missing = new TreeSet<>();
    int checked = 0;
    for (JavaClass type : importer.importLocations(locations)) {
      for (JavaAccess<?> access : type.getAccessesFromSelf()) {
        String owner = access.getTargetOwner().getName();
        if (owner.startsWith("java.") && !hasTypesOfTheCall(access.getTarget())) {
          checked++;
          String member = member(access.getTarget());
          if (!library.has(owner, member)) {
            missing.add(owner + "." + member + " in " + type.getName());
          }
        }
      }
    }
    return new Found(missing, checked);
  }

  /**
   * What a method handle is called with, and its result, are whatever the call says (JLS 15.12).
   */
  private static boolean hasTypesOfTheCall(AccessTarget target) {
    return target.getOwner().getName().equals("java.lang.invoke.MethodHandle")
        && Set.of("invoke", "invokeExact").contains(target.getName());
  }

  private static String member(AccessTarget target) {
    if (target instanceof AccessTarget.FieldAccessTarget) {
      return target.getName();
    }
    AccessTarget.CodeUnitAccessTarget unit = (AccessTarget.CodeUnitAccessTarget) target;
    String parameters =
        unit.getRawParameterTypes().stream().map(JavaEight::name).collect(Collectors.joining(","));
    return unit.getName() + "(" + parameters + "):" + name(unit.getRawReturnType());
  }

  private static String name(JavaClass type) {
    return type.isArray() ? name(type.getComponentType()) + "[]" : type.getName();
  }

  /** The library of Java 8, from the signatures that the compiler has for {@code --release 8}. */
  static final class Library {
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
