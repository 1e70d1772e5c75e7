package io.argus.core.link;

import io.argus.core.link.ClassFile.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Collects a {@link ClassFile} as ASM reads it.
 *
 * <p>Used by one thread, for one class.
 */
final class ClassFileReader extends ClassVisitor {
  private static final int ASM = Opcodes.ASM9;

  private int access;
  private String name = "";
  private @Nullable String superclass;
  private List<String> interfaces = Collections.emptyList();
  private final Map<String, Method> methods = new HashMap<>();
  private final Map<String, Integer> fields = new HashMap<>();
  private final Set<String> caught = new HashSet<>();

  ClassFileReader() {
    super(ASM);
  }

  ClassFile classFile() {
    return new ClassFile(access, name, superclass, interfaces, methods, fields, caught);
  }

  @Override
  public void visit(
      int version,
      int flags,
      String type,
      @Nullable String signature,
      @Nullable String parent,
      String[] parents) {
    access = flags;
    name = type;
    superclass = parent;
    interfaces = Arrays.asList(parents);
  }

  @Override
  public @Nullable FieldVisitor visitField(
      int flags,
      String field,
      String descriptor,
      @Nullable String signature,
      @Nullable Object value) {
    fields.put(field + descriptor, flags);
    return null;
  }

  @Override
  public MethodVisitor visitMethod(
      int flags,
      String method,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    List<Reference> references = new ArrayList<>();
    Method read = new Method(flags, method, descriptor, references);
    methods.put(read.key(), read);
    return new Code(references);
  }

  /** Collects what the code of one method refers to. */
  private final class Code extends MethodVisitor {
    private final List<Reference> references;

    Code(List<Reference> references) {
      super(ASM);
      this.references = references;
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      references.add(Reference.toClass(type));
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
      references.add(Reference.toClass(descriptor));
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String field, String descriptor) {
      boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
      references.add(Reference.toField(owner, field, descriptor, isStatic));
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String method, String descriptor, boolean isInterface) {
      boolean isStatic = opcode == Opcodes.INVOKESTATIC;
      references.add(Reference.toMethod(owner, method, descriptor, isStatic, isInterface));
    }

    @Override
    public void visitLdcInsn(Object value) {
      constant(value);
    }

    @Override
    public void visitTryCatchBlock(
        Label start, Label end, Label handler, @Nullable String exception) {
      if (exception != null) {
        caught.add(exception);
      }
    }

    /** A lambda or method reference: the method that it calls, and the one that it implements. */
    @Override
    public void visitInvokeDynamicInsn(
        String method, String descriptor, Handle bootstrap, Object... arguments) {
      Type result = Type.getReturnType(descriptor);
      if (bootstrap.getOwner().equals("java/lang/invoke/LambdaMetafactory")) {
        String erased = ((Type) arguments[0]).getDescriptor();
        references.add(Reference.toMethod(result.getInternalName(), method, erased, false, true));
      }
      for (Object argument : arguments) {
        constant(argument);
      }
    }

    private void constant(Object value) {
      if (value instanceof Handle) {
        handle((Handle) value);
      } else if (value instanceof Type && ((Type) value).getSort() != Type.METHOD) {
        references.add(Reference.toClass(((Type) value).getInternalName()));
      }
    }

    private void handle(Handle handle) {
      int tag = handle.getTag();
      if (tag <= Opcodes.H_PUTSTATIC) {
        boolean isStatic = tag == Opcodes.H_GETSTATIC || tag == Opcodes.H_PUTSTATIC;
        references.add(
            Reference.toField(handle.getOwner(), handle.getName(), handle.getDesc(), isStatic));
      } else {
        references.add(
            Reference.toMethod(
                handle.getOwner(),
                handle.getName(),
                handle.getDesc(),
                tag == Opcodes.H_INVOKESTATIC,
                handle.isInterface()));
      }
    }
  }
}
