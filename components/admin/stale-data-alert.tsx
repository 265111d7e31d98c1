import { Alert } from "../ui/alert";

/** What `OutOfDate` takes. */
export type OutOfDateProps = {
  /** Whether it is more of a list that did not come, while what stands there is right. */
  isMore?: boolean;
  onRetry: () => void;
};

/** Said where something could not be fetched again: what is shown may have changed since. */
export function OutOfDate({ isMore = false, onRetry }: OutOfDateProps) {
  return (
    <div className="my-4">
      <Alert title={isMore ? "More could not be loaded" : "This may be out of date"}>
        {!isMore && "It could not be loaded again. "}
        <button type="button" className="text-link" onClick={onRetry}>
          Try again
        </button>
      </Alert>
    </div>
  );
}
