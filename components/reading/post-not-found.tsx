import { TrackError } from "@/components/feedback/track-error";
import { buttonClass } from "@/components/ui/button-class";
import { postNotFoundMessages } from "@/lib/messages/site";

const { title, text, backToHome } = postNotFoundMessages;
const listPath = "/read";

/**
 * Shown in place of a post that doesn't exist, isn't public, or failed to load. A plain link keeps
 * the script small, which is part of every article, and leaves a failed page completely.
 */
export function PostNotFound({ error }: { error?: unknown }) {
  return (
    <main id="main" className="wrap py-(--section)">
      <TrackError kind="post_not_found" error={error} />
      <div className="mx-auto max-w-measure border-t-[3px] border-ink pt-6">
        <h1 className="text-h1 font-[440]">{title}</h1>
        <p className="mt-4 font-serif text-deck text-ink-2">{text}</p>
        <a href={listPath} className={`mt-8 ${buttonClass()}`}>
          {backToHome}
        </a>
      </div>
    </main>
  );
}
