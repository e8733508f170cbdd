package io.rollingwindow.clickhouse.internal;

import com.clickhouse.client.api.ClientConfigProperties;
import com.clickhouse.client.api.ClientFaultCause;
import com.clickhouse.client.api.query.GenericRecord;
import com.clickhouse.client.api.query.QuerySettings;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Questions that the bulk client's own account is asked. */
final class BulkQueries {

  private final TargetContext context;
  private final String operation;

  BulkQueries(TargetContext context, String operation) {
    this.context = context;
    this.operation = operation;
  }

  List<GenericRecord> all(String sql) {
    QuerySettings settings = new QuerySettings();
    PinnedSettings.BOOTSTRAP.values().forEach(settings::serverSetting);
    settings.logComment(operation);
    settings.setNetworkTimeout(context.limits().answer().toMillis(), ChronoUnit.MILLIS);
    settings.setOption(
        ClientConfigProperties.CLIENT_RETRY_ON_FAILURE.getKey(), List.of(ClientFaultCause.None));
    return context.bulk().queryAll(sql, settings);
  }
}
