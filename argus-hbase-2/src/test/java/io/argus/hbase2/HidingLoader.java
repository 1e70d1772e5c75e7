package io.argus.hbase2;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Loads Argus and HBase once more, without some members of HBase. */
final class HidingLoader extends ClassLoader {
  private final List<String> hidden;

  /**
   * @param hidden class and name of each member, such as {@code org.example.Some.method}
   */
  HidingLoader(String... hidden) {
    super(HidingLoader.class.getClassLoader());
    this.hidden = Arrays.asList(hidden);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith("io.argus.") && !name.startsWith("org.apache.hadoop.hbase.")) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = in.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  @Override
  public @Nullable InputStream getResourceAsStream(String resource) {
    InputStream given = super.getResourceAsStream(resource);
    String type = resource.replace('/', '.').replaceAll("class$", "");
    if (given == null || hidden.stream().noneMatch(member -> member.startsWith(type))) {
      return given;
    }
    try (InputStream in = given) {
      return new ByteArrayInputStream(without(type, in.readAllBytes()));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private byte[] without(String type, byte[] bytes) {
    ClassWriter writer = new ClassWriter(0);
    ClassVisitor filter =
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public @Nullable MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            return hidden.contains(type + name)
                ? null
                : super.visitMethod(access, name, descriptor, signature, exceptions);
          }

          @Override
          public @Nullable FieldVisitor visitField(
              int access, String name, String descriptor, String signature, Object value) {
            return hidden.contains(type + name)
                ? null
                : super.visitField(access, name, descriptor, signature, value);
          }
        };
    new ClassReader(bytes).accept(filter, 0);
    return writer.toByteArray();
  }
}
