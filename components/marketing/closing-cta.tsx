import { SiteLink } from "@/components/layout/site-link";
import { buttonClass } from "@/components/ui/button-class";
import { homeMessages } from "@/lib/messages/site";

const lines = ["Three lines.", "Every weekday.", "8:00, your time."];

/** The last call to action on the home page. Dark, so that it runs into the footer. */
export function ClosingCta() {
  return (
    <section
      data-theme="dark"
      aria-labelledby="closing-cta"
      className="border-t border-rule bg-paper"
    >
      <div className="wrap grid items-end gap-10 pt-(--section) pb-[clamp(3.5rem,2.4rem+4vw,6rem)] md:grid-cols-[minmax(0,1fr)_auto]">
        <h2 id="closing-cta" className="text-h1 text-[min(var(--text-h1),9.8vw)] font-[440]">
          {lines.map((line, index) => (
            <span key={line} className="block whitespace-nowrap">
              {index < 2 ? `${line} ` : line}
            </span>
          ))}
        </h2>
        <SiteLink href="/pricing" className={buttonClass({ size: "lg" })}>
          {homeMessages.startTrial}
        </SiteLink>
      </div>
    </section>
  );
}
