import { buttonClass } from "@/components/ui/button-class";

const homeAddress = "/";

/** A page that could not be shown. */
export function PageFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <main id="main" className="wrap py-(--section)">
      <div className="mx-auto max-w-measure border-t-[3px] border-ink pt-6" role="alert">
        <h1 className="text-h1 font-[440]">Something went wrong</h1>
        <p className="mt-4 font-serif text-deck text-ink-2">
          The line dropped on our side. Please try again in a moment.
        </p>
        <div className="mt-8 flex flex-wrap gap-4">
          <button type="button" className={buttonClass()} onClick={onRetry}>
            Try again
          </button>
          {/* A new document, so that nothing of the failed page stays. */}
          <a href={homeAddress} className={buttonClass({ variant: "line" })}>
            Go Home
          </a>
        </div>
      </div>
    </main>
  );
}
