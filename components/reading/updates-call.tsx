import { SiteLink } from "@/components/layout/site-link";
import { buttonClass } from "@/components/ui/button-class";
import { articleMessages } from "@/lib/messages/site";

const { callTitle, callText, callButton } = articleMessages;

/** The call to sign up under an article. */
export function UpdatesCall({ signUpUrl }: { signUpUrl: string }) {
  return (
    <aside
      aria-labelledby="updates-call"
      className="mt-16 grid items-end gap-x-8 gap-y-5 border-t-[3px] border-ink pt-6 sm:grid-cols-[minmax(0,1fr)_auto]"
    >
      <div>
        <h2 id="updates-call" className="text-h2">
          {callTitle}
        </h2>
        <p className="mt-2 max-w-[34ch] text-ink-2">{callText}</p>
      </div>
      <SiteLink href={signUpUrl} className={buttonClass({ size: "lg" })}>
        {callButton}
      </SiteLink>
    </aside>
  );
}
