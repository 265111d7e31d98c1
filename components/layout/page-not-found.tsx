import { Mark } from "@/components/brand/mark";
import { TrackError } from "@/components/feedback/track-error";
import { buttonClass } from "@/components/ui/button-class";
import { brand } from "@/lib/brand";
import { navigationLabels, pageNotFoundMessages } from "@/lib/messages/site";
import { GoBackButton } from "./go-back-button";

const { code, title, text, goHome, goBack, help, footer } = pageNotFoundMessages;
const { home, pricing } = navigationLabels;

const homePath = "/";

/** The 404 page. Its script is part of every page, so it uses plain links to stay small. */
export function PageNotFound() {
  return (
    <div data-theme="dark" data-page-theme="dark" className="flex min-h-dvh flex-col bg-paper">
      <TrackError kind="page_not_found" />
      <header className="border-b border-rule">
        <div className="wrap flex min-h-18 items-center">
          <a
            href={homePath}
            aria-label={`${brand.name}, home`}
            className="inline-flex min-h-11 items-center gap-3 font-serif text-[1.375rem] font-heading"
          >
            <Mark />
            {brand.name}
          </a>
        </div>
      </header>
      <main id="main" className="wrap flex w-full flex-1 flex-col justify-center py-(--section)">
        <p className="font-figures text-[clamp(6rem,2rem+18vw,16rem)] leading-[.8] font-[360] tracking-[-.04em] lining-nums">
          {code}
        </p>
        <div className="mt-[clamp(2rem,1.4rem+2.6vw,3.5rem)] border-t-[3px] border-ink pt-6">
          <h1 className="text-h1 font-[440]">{title}</h1>
          <p className="mt-4 max-w-[34em] font-serif text-deck text-ink-2">{text}</p>
          <div className="mt-8 flex flex-wrap gap-4">
            <a href={homePath} className={buttonClass()}>
              {goHome}
            </a>
            <GoBackButton className={buttonClass({ variant: "line" })}>{goBack}</GoBackButton>
          </div>
          <p className="mt-10 text-label text-ink-2">{help}</p>
          <ul className="flex gap-6">
            <QuickLink href="/">{home}</QuickLink>
            <QuickLink href="/pricing">{pricing}</QuickLink>
          </ul>
        </div>
      </main>
      <footer className="border-t border-rule">
        <p className="wrap py-5 text-small text-ink-3">{footer}</p>
      </footer>
    </div>
  );
}

function QuickLink({ href, children }: { href: string; children: string }) {
  return (
    <li>
      <a href={href} className="inline-flex min-h-11 items-center text-link">
        {children}
      </a>
    </li>
  );
}
