import { marketingFooterLinks } from "@/components/layout/navigation-links";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteLink } from "@/components/layout/site-link";
import { buttonClass } from "@/components/ui/button-class";
import { homeSentences } from "@/lib/contracts/public-sentences";

const lines = ["Three lines.", "Tomorrow morning.", "8:00, your time."];

/** The end of the home page: the promise once more, and the footer, on a dark ground. */
export function ClosingBand() {
  return (
    <div data-theme="dark" className="border-t border-rule bg-paper">
      <div className="wrap">
        <div className="grid items-end gap-10 pt-(--section) pb-[clamp(3.5rem,2.4rem+4vw,6rem)] md:grid-cols-[minmax(0,1fr)_auto]">
          <h2 className="text-h1 text-[min(var(--text-h1),9.8vw)] font-[440]">
            {lines.map((line, index) => (
              <span key={line} className="block whitespace-nowrap">
                {index < 2 ? `${line} ` : line}
              </span>
            ))}
          </h2>
          <SiteLink href="/pricing" className={buttonClass({ size: "lg" })}>
            {homeSentences.startTrial}
          </SiteLink>
        </div>
      </div>
      <SiteFooter links={marketingFooterLinks} />
    </div>
  );
}
