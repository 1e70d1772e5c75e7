package io.argus.cli;

import com.google.common.collect.ImmutableList;
import com.google.gson.Gson;
import com.google.protobuf.CodedInputStream;
import io.argus.core.platform.JavaEightContract;
import io.argus.core.settings.Settings;
import io.argus.master.status.ClusterStatus;
import org.apache.commons.math3.stat.regression.SimpleRegression;
import org.apache.jute.Record;
import org.apache.zookeeper.ZooKeeper;
import org.objectweb.asm.ClassReader;
import org.slf4j.Logger;
import picocli.CommandLine;

/** The command line's jar. */
class JavaEightTest extends JavaEightContract {
  JavaEightTest() {
    super(
        Argus.class,
        Settings.class,
        ClusterStatus.class,
        Gson.class,
        ImmutableList.class,
        SimpleRegression.class,
        CommandLine.class,
        CodedInputStream.class,
        ClassReader.class,
        ZooKeeper.class,
        Record.class,
        Logger.class);
  }
}
