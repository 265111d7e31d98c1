import { formatRecentTimeHere } from "@/lib/calendar/format";
import type { StatusView } from "@/lib/contracts/admin/settings";
import { settingsMessages, settingsScreen } from "@/lib/messages/admin/settings";
import { AdminSection } from "../shell/page";
import { formatBytes } from "./format-bytes";
import { Row, Rows } from "./rows";

const texts = settingsScreen.service;

/** Backup, database, disk, and versions. */
export function ServiceFacts({ status }: { status: StatusView }) {
  const { versions, database, disk, audit } = status;
  const now = new Date(status.now);
  return (
    <AdminSection id="service" title={texts.title}>
      <Rows>
        <BackupRow backup={status.backup} now={now} />
        <Row name={texts.size}>{formatBytes(database.sizeBytes)}</Row>
        <Row name={texts.connections}>
          {texts.connectionsOf(database.connections, database.maxConnections)}
        </Row>
        <Row name={texts.disk}>
          {texts.free(formatBytes(disk.freeBytes), formatBytes(disk.totalBytes))}
        </Row>
        <Row name={texts.audit} isWrong={audit !== null && audit.problems > 0}>
          {audit === null
            ? texts.notVerified
            : audit.problems > 0
              ? texts.changed
              : texts.verified(formatRecentTimeHere(audit.at, now))}
        </Row>
        <Row name={texts.version} note={versions.commit && texts.commit(versions.commit)}>
          {versions.service}
        </Row>
        <Row name={texts.started}>{formatRecentTimeHere(versions.startedAt, now)}</Row>
        <Row name={texts.database}>{database.version}</Row>
        <Row name={texts.node}>{versions.node}</Row>
      </Rows>
    </AdminSection>
  );
}

function BackupRow({ backup, now }: { backup: StatusView["backup"]; now: Date }) {
  const { last, lastGood, isNeeded, isOverdue } = backup;
  const hasFailed = last?.result === "failed";
  const { backup: words } = settingsScreen;
  const facts = lastGood && [
    ...(lastGood.sizeBytes === null ? [] : [formatBytes(lastGood.sizeBytes)]),
    settingsMessages.backupResults[lastGood.result],
  ];
  return (
    <Row
      name={texts.backup}
      isWrong={isOverdue}
      note={
        hasFailed ? words.lastFailed(formatRecentTimeHere(last.finishedAt, now)) : facts?.join(", ")
      }
    >
      {lastGood
        ? formatRecentTimeHere(lastGood.finishedAt, now)
        : isNeeded
          ? words.none
          : words.unneeded}
    </Row>
  );
}
