import { Lockup } from "@/components/brand/lockup";
import { TrackError } from "@/components/feedback/track-error";
import { buttonClass } from "@/components/ui/button-class";
import { brand } from "@/lib/brand";
import { navigationLabels, pageNotFoundMessages } from "@/lib/messages/site";
import { GoBackButton } from "./go-back-button";
import type { NavigationLink } from "./navigation-links";

const { code, title, text, goHome, goBack, help, footer } = pageNotFoundMessages;

const homePath = "/";

const publicLinks: readonly NavigationLink[] = [
  { label: navigationLabels.home, href: "/" },
  { label: navigationLabels.pricing, href: "/pricing" },
];

/** The 404 page. Its script is part of every page, so it uses plain links to stay small. */
export function PageNotFound() {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-rule">
        <div className="wrap flex min-h-18 items-center">
          <a
            href={homePath}
            aria-label={`${brand.name}, home`}
            className="inline-flex min-h-11 items-center"
          >
            <Lockup />
          </a>
        </div>
      </header>
      <NotFoundContent home={{ label: goHome, href: "/" }} quickLinks={publicLinks} />
      <footer className="border-t border-rule">
        <p className="wrap py-5 text-small text-ink-3">{footer}</p>
      </footer>
    </div>
  );
}

export type NotFoundContentProps = { home: NavigationLink; quickLinks: readonly NavigationLink[] };

/** What a 404 page says, and where it leads. */
export function NotFoundContent({ home, quickLinks }: NotFoundContentProps) {
  return (
    <main id="main" className="wrap flex w-full flex-1 flex-col justify-center py-(--section)">
      <TrackError kind="page_not_found" />
      <p className="font-figures text-[clamp(6rem,2rem+18vw,16rem)] leading-[.8] font-[360] tracking-[-.04em] lining-nums">
        {code}
      </p>
      <div className="mt-[clamp(2rem,1.4rem+2.6vw,3.5rem)] border-t-[3px] border-ink pt-6">
        <h1 className="text-h1 font-[440]">{title}</h1>
        <p className="mt-4 max-w-[34em] font-serif text-deck text-ink-2">{text}</p>
        <div className="mt-8 flex flex-wrap gap-4">
          <a href={home.href} className={buttonClass()}>
            {home.label}
          </a>
          <GoBackButton className={buttonClass({ variant: "line" })}>{goBack}</GoBackButton>
        </div>
        <p className="mt-10 text-label text-ink-2">{help}</p>
        <ul className="flex gap-6">
          {quickLinks.map(({ label, href }) => (
            <li key={href}>
              <a href={href} className="inline-flex min-h-11 items-center text-link">
                {label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </main>
  );
}
