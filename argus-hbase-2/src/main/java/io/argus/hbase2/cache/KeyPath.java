package io.argus.hbase2.cache;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.jspecify.annotations.Nullable;

/** The path of the file in the key of a block, where HBase has it: in versions 2.6.1 to 2.6.4. */
final class KeyPath {
  private static final @Nullable MethodHandle GET = find();

  private KeyPath() {}

  private static @Nullable MethodHandle find() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(BlockCacheKey.class, "getFilePath", MethodType.methodType(Path.class));
    } catch (ReflectiveOperationException hasNone) {
      return null;
    }
  }

  static @Nullable Path of(BlockCacheKey key) {
    try {
      return GET == null ? null : (Path) GET.invokeExact(key);
    } catch (Throwable e) {
      throw new IllegalStateException(e); // it declares no exception
    }
  }
}
