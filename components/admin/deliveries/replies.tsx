import type { DeliveryDayView } from "@/lib/contracts/admin/deliveries";
import { deliveriesMessages } from "@/lib/messages/admin/deliveries";
import { formatCount } from "@/lib/messages/counts";
import { AdminSection } from "../shell/page";

const texts = deliveriesMessages.replies;

/** What people texted back. */
export function Replies({ replies }: { replies: NonNullable<DeliveryDayView["replies"]> }) {
  return (
    <AdminSection
      id="replies"
      title={texts.title}
      action={<span className="text-small text-ink-3">{texts.when}</span>}
    >
      <dl className="border-t border-rule text-label">
        {(["stops", "stories", "others"] as const).map((name) => (
          <div key={name} className="flex justify-between gap-4 border-b border-rule py-2.5">
            <dt className="text-ink-2">{texts[name]}</dt>
            <dd className="font-medium tabular-nums">{formatCount(replies[name])}</dd>
          </div>
        ))}
      </dl>
    </AdminSection>
  );
}
