import type { ReactNode } from "react";
import { SiteLink } from "@/components/layout/site-link";
import { buttonClass } from "@/components/ui/button-class";
import { brand } from "@/lib/brand";
import { aboutMessages, navigationLabels } from "@/lib/messages/site";

const { headline, why, whatYouGet, whoItsFor, whyText } = aboutMessages;

const readers = [
  "Finance professionals",
  "Founders",
  "Operators",
  "Investors",
  "Analysts",
  "Executives",
  "Consultants",
  "Students",
  "Journalists",
];

const parts = [
  {
    title: "Three headlines",
    text: "The three most important finance stories, texted by 8:45am, Monday to Friday. They go out from 8:00, your time, and all arrive by 8:45.",
  },
  {
    title: "One short email",
    text: "About 300 words, about 90 seconds to read. No ads, no app, no login.",
  },
  {
    title: "Read More",
    text: "Behind every headline, a summary with its sources, free to read on this site.",
  },
];

export function About({ signUpUrl }: { signUpUrl: string }) {
  return (
    <>
      <h1 className="max-w-[11em] text-display font-display">{headline}</h1>
      <div className="mt-[clamp(2.5rem,1.6rem+4vw,5rem)] grid gap-(--section)">
        <Part title={why}>
          <p className="max-w-[34em] font-serif text-deck">
            Every morning brings more finance news than anyone can read, and most of it doesn’t
            matter. {brand.name} picks the three stories that do, tells you in one line what each
            one changes, and stops there.
          </p>
          <p className="mt-5 max-w-[60ch] text-ink-2">
            Editors pick them, not an algorithm. Even when ten things happen, we send three; on a
            quiet day, we tell you it’s quiet. Nobody can buy a headline, because subscriptions are
            our only revenue.
          </p>
        </Part>
        <Part title={whatYouGet}>
          <ol className="grid gap-8 md:grid-cols-3 md:gap-10">
            {parts.map(({ title, text }, index) => (
              <li key={title}>
                <span
                  aria-hidden="true"
                  className={`mb-5 block border-t-[3px] border-ink ${["w-3/4", "w-full", "w-1/2"][index]}`}
                />
                <h3 className="mb-2 text-h3">{title}</h3>
                <p className="max-w-[34ch] text-ink-2">{text}</p>
              </li>
            ))}
          </ol>
        </Part>
        <Part title={whoItsFor}>
          <ul className="grid grid-cols-2 gap-x-10 font-serif text-row md:grid-cols-3">
            {readers.map((reader) => (
              <li key={reader} className="border-b border-rule py-3.5 max-sm:text-[1.125rem]">
                {reader}
              </li>
            ))}
          </ul>
          <p className="mt-6 max-w-[60ch] text-ink-2">
            Anyone who gets asked about the markets before their second coffee and has better things
            to do than read all the news.
          </p>
        </Part>
        <Part title={whyText}>
          <p className="max-w-[34em] font-serif text-deck">
            A text is the one message you never have to remember to open. It takes no app, no inbox,
            and no time set aside.
          </p>
          <p className="mt-5 max-w-[60ch] text-ink-2">
            It also keeps us brief: three headlines have to fit, so every word has to earn its
            place. If you’d rather read in your inbox, you’ll get the same three stories by email.
          </p>
          <SiteLink href={signUpUrl} className={`mt-8 ${buttonClass({ size: "lg" })}`}>
            {navigationLabels.signUp}
          </SiteLink>
        </Part>
      </div>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-8 border-t border-ink pt-5 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)] lg:gap-10">
      <h2 className="text-h2">{title}</h2>
      <div>{children}</div>
    </section>
  );
}
