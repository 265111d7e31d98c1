import { TrackError } from "@/components/feedback/track-error";
import { buttonClass } from "@/components/ui/button-class";
import { pageFailedMessages } from "@/lib/messages/site";

const { title, text, errorCode, tryAgain, goHome } = pageFailedMessages;
const homePath = "/";

/** Shown in place of a page that failed to render. An error on the server has a number in its log. */
export function PageFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { digest }: { digest?: string } = Object(error);
  return (
    <main id="main" className="wrap py-(--section)">
      <TrackError kind="page_failed" error={error} />
      <div className="mx-auto max-w-measure border-t-[3px] border-ink pt-6" role="alert">
        <h1 className="text-h1 font-[440]">{title}</h1>
        <p className="mt-4 font-serif text-deck text-ink-2">{text}</p>
        {digest && <p className="mt-2 text-ink-2">{errorCode(digest)}</p>}
        <div className="mt-8 flex flex-wrap gap-4">
          <button type="button" className={buttonClass()} onClick={onRetry}>
            {tryAgain}
          </button>
          {/* A full page load, so that nothing of the failed page remains. */}
          <a href={homePath} className={buttonClass({ variant: "line" })}>
            {goHome}
          </a>
        </div>
      </div>
    </main>
  );
}
