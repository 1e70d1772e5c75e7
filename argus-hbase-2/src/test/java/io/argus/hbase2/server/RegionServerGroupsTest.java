package io.argus.hbase2.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.hbase.protobuf.generated.HBaseProtos;
import org.apache.hadoop.hbase.protobuf.generated.RSGroupProtos;
import org.apache.hadoop.hbase.protobuf.generated.TableProtos;
import org.junit.jupiter.api.Test;

class RegionServerGroupsTest {
  private static byte[] node(RSGroupProtos.RSGroupInfo.Builder group) throws IOException {
    ByteArrayOutputStream node = new ByteArrayOutputStream();
    node.write("PBUF".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    group.build().writeTo(node);
    return node.toByteArray();
  }

  private static RSGroupProtos.RSGroupInfo.Builder group(String name, String host) {
    return RSGroupProtos.RSGroupInfo.newBuilder()
        .setName(name)
        .addServers(HBaseProtos.ServerName.newBuilder().setHostName(host).setPort(16020));
  }

  private static TableProtos.TableName table(String namespace, String name) {
    return TableProtos.TableName.newBuilder()
        .setNamespace(ByteString.copyFromUtf8(namespace))
        .setQualifier(ByteString.copyFromUtf8(name))
        .build();
  }

  @Test
  void whatHBaseWritesIsRead() throws IOException {
    RegionServerGroups groups = new RegionServerGroups();
    groups.add("default", node(group("default", "rs1").addTables(table("default", "plain"))));
    groups.add(
        "sales", node(group("sales", "rs2").addTables(table("a", "t")).addTables(table("a", "u"))));

    assertThat(groups.ofServers()).isEqualTo(Map.of("rs2,16020", "sales"));
    assertThat(groups.ofTables())
        .isEqualTo(Map.of("plain", "default", "a:t", "sales", "a:u", "sales"));
  }
}
