package io.rollingwindow.clickhouse.internal;

import com.clickhouse.client.api.query.GenericRecord;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.Finding;
import io.rollingwindow.row.DigestKey;
import io.rollingwindow.row.RowEncoder;
import io.rollingwindow.type.WindowSchema;
import java.io.IOException;
import java.util.List;

/** What the server and its accounts must be, on the control connection and on the bulk client. */
final class ServerRules {

  private static final DigestKey SAMPLE_KEY =
      new DigestKey(0x0706050403020100L, 0x0f0e0d0c0b0a0908L);

  private final TargetContext context;
  private final ControlSession session;
  private final ServerProfile profile;
  private final BulkQueries bulk;

  ServerRules(TargetContext context, ControlSession session, ServerProfile profile) {
    this.context = context;
    this.session = session;
    this.profile = profile;
    this.bulk = new BulkQueries(context, session.operation());
  }

  void check(List<Finding> findings, List<String> notes) {
    QuotaRules quotas = new QuotaRules(findings, notes);
    profile.pins().refused().forEach(name -> findings.add(setting(name, "control connection's")));
    checkDigest(findings);
    quotas.checkControl(session);
    try {
      checkBulk(findings);
      quotas.checkBulk(bulk);
    } catch (RuntimeException e) {
      findings.add(
          new Finding(
              ErrorCode.TARGET_REFUSED,
              "bulk client",
              "The bulk client does not reach the server: "
                  + StatementFailure.of(e).getMessage()
                  + "."));
    }
  }

  /** The server's digest of a row must be ours. */
  private void checkDigest(List<Finding> findings) {
    WindowSchema schema = WindowSchema.builder().column("w", "DateTime64(6, 'UTC')").build();
    RowSql sample = new RowSql(schema, "w");
    String server =
        session.one(
            "SELECT %s FROM (SELECT fromUnixTimestamp64Micro(toInt64(1), 'UTC') AS w)"
                .formatted(sample.digest(SAMPLE_KEY)),
            row -> row.getString(1));
    if (!server.equals(digestOfSample(schema))) {
      findings.add(
          new Finding(
              ErrorCode.TARGET_REFUSED,
              "version " + profile.version(),
              "The server computes another row digest than this library, so nothing that it holds"
                  + " could be verified."));
    }
  }

  private static String digestOfSample(WindowSchema schema) {
    RowEncoder encoder =
        RowEncoder.builder(schema)
            .window("w", 0, 2)
            .digestKey(SAMPLE_KEY)
            .maxEncodedBytes(Long.BYTES)
            .sink((buffer, offset, length) -> {})
            .build();
    try {
      encoder.epochMicros(1);
      encoder.endRow();
      return encoder.finish().digest().toDecimal();
    } catch (IOException e) {
      throw new IllegalStateException("a sink that does nothing cannot fail", e);
    }
  }

  private void checkBulk(List<Finding> findings) {
    ServerProfile there =
        ServerProfile.of(
            bulk.all(ServerProfile.query(context.target())).stream()
                .map(ServerRules::row)
                .toList());
    if (!there.identity().equals(profile.identity())) {
      findings.add(
          new Finding(
              ErrorCode.TARGET_REFUSED,
              "bulk client",
              "It reaches another server, or another table, than the control connection."));
    }
    there.pins().refused().forEach(name -> findings.add(setting(name, "bulk client's")));
  }

  private static ServerProfile.Row row(GenericRecord row) {
    return new ServerProfile.Row(
        row.getString("version"),
        row.getString("identity"),
        new PinnedSettings.Found(
            row.getString("name"),
            row.getString("value"),
            row.getInteger("fixed") != 0,
            row.getString("least"),
            row.getString("most")));
  }

  private static Finding setting(String name, String whose) {
    return new Finding(
        ErrorCode.TARGET_SETTING_REFUSED,
        name,
        "The setting would change what a statement means, and the "
            + whose
            + " account may not set it; lift the constraint or change the profile.");
  }
}
