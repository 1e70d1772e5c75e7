package io.argus.hbasetests;

import io.argus.core.tenant.TenantMapping;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.coprocessor.MasterCoprocessor;
import org.apache.hadoop.hbase.coprocessor.MasterCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.MasterObserver;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;

/** Makes every table of users keep rows, as if each had been created with that attribute. */
public final class RowsOfAllTables implements MasterCoprocessor, MasterObserver {
  @Override
  public Optional<MasterObserver> getMasterObserver() {
    return Optional.of(this);
  }

  private static TableDescriptor keeping(TableDescriptor table) {
    return table.getTableName().isSystemTable()
        ? table
        : TableDescriptorBuilder.newBuilder(table)
            .setValue(TenantMapping.ROWS_ATTRIBUTE, "true")
            .build();
  }

  @Override
  public TableDescriptor preCreateTableRegionsInfos(
      ObserverContext<MasterCoprocessorEnvironment> context, TableDescriptor table) {
    return keeping(table);
  }

  @Override
  public TableDescriptor preModifyTable(
      ObserverContext<MasterCoprocessorEnvironment> context,
      TableName name,
      TableDescriptor before,
      TableDescriptor after) {
    return keeping(after);
  }
}
