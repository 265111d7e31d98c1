import { SiteLink } from "@/components/layout/site-link";
import { homeMessages } from "@/lib/messages/site";
import { questions } from "./content/questions";
import { Section } from "./section";

/** The `name` of the details makes the browser keep one open at a time, even without scripts. */
export function Faq() {
  return (
    <Section
      id="faq"
      title={homeMessages.faqTitle}
      lead={
        <>
          Have another question?{" "}
          <SiteLink href="/contact" className="text-link">
            Contact us
          </SiteLink>
          .
        </>
      }
    >
      {questions.map(({ question, answer }, index) => (
        <details
          key={question}
          name="faq"
          open={index === 0}
          className="group border-b border-rule"
        >
          <summary className="grid list-none grid-cols-[1fr_1.25rem] items-center gap-5 py-5 font-serif text-row font-heading decoration-1 underline-offset-[.2em] group-first:pt-0.5 hover:underline [&::-webkit-details-marker]:hidden">
            {question}
            <span
              aria-hidden="true"
              className="relative size-4 justify-self-end forced-colors:*:bg-[CanvasText]"
            >
              <span className="absolute inset-x-0 top-1/2 -mt-px h-[1.5px] bg-current" />
              <span className="absolute inset-y-0 left-1/2 -ml-px w-[1.5px] bg-current transition-transform duration-[220ms] ease-calm group-open:scale-y-0" />
            </span>
          </summary>
          <p className="-mt-1 max-w-[60ch] pb-6 text-ink-2">{answer}</p>
        </details>
      ))}
    </Section>
  );
}
