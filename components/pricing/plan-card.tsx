import { Check } from "@/components/ui/icons";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import type { PlanName } from "@/lib/contracts/plans";
import { pricingMessages } from "@/lib/messages/pricing";

export type PlanOffer = {
  name: PlanName;
  title: string;
  /** `$40` */
  price: string;
  interval: "month" | "year";
  /** Shown under the price. */
  note: string;
  features: readonly string[];
  isMostPopular: boolean;
  analyticsValue: number;
};

export type PlanCardProps = {
  offer: PlanOffer;
  /** Whether the checkout is opening. */
  isOpening: boolean;
  onStart: () => void;
};

const cardClass =
  "group relative flex flex-col items-stretch pt-6 pb-8 min-[44rem]:first:pr-8 lg:min-[44rem]:first:pr-10 not-first:border-t not-first:border-ink min-[44rem]:not-first:border-t-0 min-[44rem]:not-first:border-l min-[44rem]:not-first:border-rule min-[44rem]:not-first:pl-8 lg:min-[44rem]:not-first:pl-10";

/** The button covers the whole card, so a click anywhere on it counts. */
export function PlanCard({ offer, isOpening, onStart }: PlanCardProps) {
  const { name, title, price, interval, note, features, isMostPopular } = offer;
  const titleId = `plan-${name}`;
  return (
    <article aria-labelledby={titleId} className={cardClass}>
      <div className="flex min-h-7 items-center justify-between gap-4">
        <h2 id={titleId} className="text-h3 leading-7">
          {title}
        </h2>
        {isMostPopular && <Badge tone="accent">{pricingMessages.mostPopular}</Badge>}
      </div>
      <p className="mt-12 flex items-baseline gap-3 font-serif lining-nums">
        <span className="font-figures text-[clamp(5rem,3.2rem+6.4vw,8.5rem)] leading-[.84] font-[360] tracking-[-.04em]">
          <span className="mr-[.06em] align-[.92em] text-[.42em] leading-none tracking-normal">
            {price.slice(0, 1)}
          </span>
          {price.slice(1)}
        </span>
        <span className="text-row text-ink-2">/{interval}</span>
      </p>
      <p
        className={classNames(
          "mt-5 font-serif text-row",
          isMostPopular ? "font-medium text-accent" : "text-ink-2",
        )}
      >
        {note}
      </p>
      <ul className="mt-6 mb-8 grid">
        {features.map((feature) => (
          <li key={feature} className="flex items-center gap-3 border-t border-rule py-[.6875rem]">
            <Check size={18} strokeWidth={1.6} className="flex-none text-accent" />
            {feature}
          </li>
        ))}
      </ul>
      <Button
        variant={isMostPopular ? "solid" : "line"}
        size="lg"
        isBusy={isOpening}
        busyLabel="Opening checkout"
        onClick={onStart}
        className={classNames(
          "static! mt-auto after:absolute after:inset-0 after:content-['']",
          isMostPopular
            ? "group-hover:bg-accent-press"
            : "group-hover:bg-ink group-hover:text-on-ink",
        )}
      >
        <span>
          {pricingMessages.start}
          <span className="sr-only"> with the {title.toLowerCase()} plan</span>
        </span>
      </Button>
    </article>
  );
}
