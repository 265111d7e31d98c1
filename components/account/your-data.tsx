"use client";

import { useState } from "react";
import { SiteLink } from "../layout/site-link";
import { Button } from "../ui/button";
import { downloadData } from "@/lib/client/account";
import { accountDataScreen } from "@/lib/messages/account";
import { DeleteDialog } from "./delete-dialog";
import { failWith, useAccountAction } from "./use-account-action";

/** One's own data: taken along as a file, or deleted with the account. */
export function OwnData({ email }: { email: string }) {
  const [isDeleting, setDeleting] = useState(false);
  const { act, isBusy } = useAccountAction({
    run: downloadData,
    onFailed: failWith(accountDataScreen.downloadFailed),
  });
  return (
    <>
      <p className="text-ink-2">
        Everything we hold about you, in one file. The{" "}
        <SiteLink href="/privacy" className="text-link text-ink">
          Privacy Policy
        </SiteLink>{" "}
        says why we keep it.
      </p>
      <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button variant="line" isBusy={isBusy} busyLabel="Preparing" onClick={() => act(undefined)}>
          {accountDataScreen.download}
        </Button>
        <Button variant="quiet" onClick={() => setDeleting(true)}>
          {accountDataScreen.remove}
        </Button>
      </div>
      <DeleteDialog isOpen={isDeleting} onOpenChange={setDeleting} email={email} />
    </>
  );
}
