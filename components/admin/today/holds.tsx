import { resumeBriefings, todayKey } from "@/lib/client/admin/today";
import type { Hold } from "@/lib/contracts/admin/today";
import { todayMessages } from "@/lib/messages/admin/today";
import { ConfirmAction } from "../shell/confirm-action";
import { useMayDo } from "../shell/gate";

const texts = todayMessages.holds;

function describe({ reason, channel }: Hold): string {
  return reason === "restored" ? texts.restored : texts[reason][channel ?? "email"];
}

/** Why nothing is sent now, and the button that ends it, above the zones that are on hold. */
export function Holds({ holds }: { holds: readonly Hold[] }) {
  const mayResume = useMayDo("manage");
  return holds.map((hold) => (
    <section
      key={`${hold.channel} ${hold.reason}`}
      aria-label={texts.title[hold.channel ?? "both"]}
      className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-l-[3px] border-alarm bg-alarm-tint px-4.5 py-3.5 text-label"
    >
      <div>
        <p className="font-semibold text-alarm">{texts.title[hold.channel ?? "both"]}</p>
        <p className="max-w-[64ch]">{describe(hold)}</p>
      </div>
      {hold.canResume && mayResume && (
        <ConfirmAction
          label={texts.resume}
          title={texts.confirmTitle}
          steps={texts.steps}
          act={resumeBriefings}
          done={texts.resumed}
          refetch={todayKey}
          className="max-md:min-h-11"
        />
      )}
    </section>
  ));
}
