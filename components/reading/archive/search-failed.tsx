import { buttonClass } from "@/components/ui/button-class";
import { archiveMessages, articleMessages } from "@/lib/messages/site";

const { failedTitle, failed } = archiveMessages;
const listPath = "/read";

/** Shown in place of results. A plain link leaves a failed page completely. */
export function SearchFailed() {
  return (
    <main id="main" className="wrap py-(--section)">
      <div className="mx-auto max-w-measure border-t-[3px] border-ink pt-6">
        <h1 className="text-h2">{failedTitle}</h1>
        <p className="mt-4 font-serif text-deck text-ink-2">{failed}</p>
        <a href={listPath} className={`mt-8 ${buttonClass()}`}>
          {articleMessages.allBriefings}
        </a>
      </div>
    </main>
  );
}
