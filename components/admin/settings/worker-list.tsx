import { formatRecentTimeHere } from "@/lib/calendar/format";
import type { StatusView } from "@/lib/contracts/admin/settings";
import { settingsScreen } from "@/lib/messages/admin/settings";
import { AdminSection } from "../shell/page";
import { Row, Rows } from "./rows";

const texts = settingsScreen.workers;

/** The processes that send. */
export function WorkerList({ status: { workers, now } }: { status: StatusView }) {
  return (
    <AdminSection id="workers" title={texts.title}>
      {workers.length === 0 ? (
        <p className="border-y border-rule py-2.5 text-label font-medium text-alarm">
          {texts.none}
        </p>
      ) : (
        <Rows>
          {workers.map(({ name, host, startedAt, heartbeatAt, isRunning }) => (
            <Row
              key={`${name} ${startedAt}`}
              name={name}
              isWrong={!isRunning}
              note={`${texts.since(formatRecentTimeHere(isRunning ? startedAt : heartbeatAt, new Date(now)))}, ${texts.onHost(host)}`}
            >
              {isRunning ? texts.running : texts.gone}
            </Row>
          ))}
        </Rows>
      )}
    </AdminSection>
  );
}
