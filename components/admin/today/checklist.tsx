import { Check, CircleAlert } from "@/components/ui/icons";
import { SiteLink } from "@/components/layout/site-link";
import { classNames } from "@/components/ui/class-names";
import type { ReadinessCheck } from "@/lib/contracts/admin/today";
import { todayMessages as texts } from "@/lib/messages/admin/today";

const tones = { passed: "text-accent", ask: "text-ink", failed: "text-alarm" } as const;

/** What was checked: the claim, a detail, and where to fix it. */
export function Checklist({ checks }: { checks: readonly ReadinessCheck[] }) {
  return (
    <ul className="border-t border-rule">
      {checks.map(({ name, state, title, detail, href }) => {
        const Icon = state === "passed" ? Check : CircleAlert;
        return (
          <li
            key={name}
            className="grid grid-cols-[1.125rem_minmax(0,1fr)_auto] items-start gap-x-3 border-b border-rule py-2.5 text-label leading-[1.375rem]"
          >
            <Icon size={16} strokeWidth={2} className={classNames("mt-[3px]", tones[state])} />
            <div>
              <span className="sr-only">{texts.checkStates[state]}</span>
              <b className={classNames("font-medium", state === "failed" && "text-alarm")}>
                {title}
              </b>
              {detail !== null && <span className="ml-1.5 text-ink-3">{detail}</span>}
            </div>
            {href !== null && (
              <SiteLink href={href} className="-my-2.5 py-2.5 text-small whitespace-nowrap">
                {texts.fix}
                <span className="sr-only">: {title}</span>
              </SiteLink>
            )}
          </li>
        );
      })}
    </ul>
  );
}
