import { brand } from "@/lib/brand";
import { navigationLabels } from "@/lib/messages/site";
import { ContactForm } from "./contact-form";

const facts = [
  { term: "Email", text: <EmailLink /> },
  { term: "Mail", text: brand.postalAddress },
  { term: "Refunds", text: "Include your account, your plan, and your reason." },
];

export function Contact({ formUrl }: { formUrl: string | undefined }) {
  return (
    <div className="grid items-start gap-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-16">
      <div>
        <h1 className="text-h1 font-[440]">{navigationLabels.contact}</h1>
        <p className="mt-4 mb-10 max-w-[30em] font-serif text-deck text-ink-2">
          A question, a correction, a refund, a story we missed: send us a message and a person will
          reply.
        </p>
        <ContactForm action={formUrl ?? `mailto:${brand.supportAddress}`} />
      </div>
      <dl className="border-t-[3px] border-ink pt-5 text-label">
        {facts.map(({ term, text }) => (
          <div
            key={term}
            className="grid grid-cols-[5rem_minmax(0,1fr)] sm:grid-cols-[7.5rem_minmax(0,1fr)] gap-4 border-b border-rule py-3"
          >
            <dt className="text-ink-3">{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function EmailLink() {
  return (
    <a href={`mailto:${brand.supportAddress}`} className="text-link wrap-anywhere">
      {brand.supportAddress}
    </a>
  );
}
