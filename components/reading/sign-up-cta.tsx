import { SiteLink } from "@/components/layout/site-link";
import { buttonClass } from "@/components/ui/button-class";
import { articleMessages } from "@/lib/messages/site";

const { signUpTitle, signUpText, signUpButton } = articleMessages;

/** The call to action under an article. */
export function SignUpCta({ signUpUrl }: { signUpUrl: string }) {
  return (
    <aside
      aria-labelledby="sign-up-cta"
      className="mt-16 grid items-end gap-x-8 gap-y-5 border-t-[3px] border-ink pt-6 sm:grid-cols-[minmax(0,1fr)_auto]"
    >
      <div>
        <h2 id="sign-up-cta" className="text-h2">
          {signUpTitle}
        </h2>
        <p className="mt-2 max-w-[34ch] text-ink-2">{signUpText}</p>
      </div>
      <SiteLink href={signUpUrl} className={buttonClass({ size: "lg" })}>
        {signUpButton}
      </SiteLink>
    </aside>
  );
}
