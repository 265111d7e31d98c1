"use client";

import { LogOut } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import { signOut } from "@/lib/client/account";
import { readUserData, subscribeToUserData, writeUserData } from "@/lib/client/user-data";
import type { AccountView, UserData } from "@/lib/contracts/account";
import { accountDataScreen, accountDetailsScreen } from "@/lib/messages/account";
import { Channels } from "./channels";
import { Deliveries } from "./deliveries";
import { DetailsForm } from "./details-form";
import { OwnData } from "./your-data";
import { Panel } from "./panel";
import { Subscription } from "./subscription";
import { failWith, useAccountAction } from "./use-account-action";

/** What `DetailsScreen` takes. */
export type DetailsScreenProps = { account: AccountView; signUpUrl: string };

/** The account of whoever is logged in. */
export function DetailsScreen({ account, signUpUrl }: DetailsScreenProps) {
  useStoredUserData(account.user);
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4 border-b-[3px] border-ink pb-6">
        <h1 className="text-h1 font-[440]">{accountDetailsScreen.title}</h1>
        <LogOutButton />
      </div>
      <div className="grid gap-x-16 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div>
          <Panel id="details" title="Details">
            <DetailsForm user={account.user} />
          </Panel>
          <Panel id="deliveries" title="Deliveries">
            <Deliveries account={account} />
          </Panel>
        </div>
        <div className="border-ink max-lg:border-t">
          <Panel id="channels" title="How it reaches you">
            <Channels account={account} />
          </Panel>
          <Panel id="subscription" title={accountDetailsScreen.subscription}>
            <Subscription account={account} signUpUrl={signUpUrl} />
          </Panel>
          <Panel id="own-data" title={accountDataScreen.title}>
            <OwnData email={account.user.email} />
          </Panel>
        </div>
      </div>
    </>
  );
}

/**
 * Keeps what the browser displays of its subscriber in step with the server. When it is taken away,
 * by logging out in this tab or another, there is nothing left to show here.
 */
function useStoredUserData(user: UserData): void {
  const router = useRouter();
  useEffect(() => writeUserData(user), [user]);
  useEffect(
    () =>
      subscribeToUserData(() => {
        if (readUserData() === null) router.replace("/account");
      }),
    [router],
  );
}

function LogOutButton() {
  const { act, isBusy } = useAccountAction({
    run: signOut,
    onFailed: failWith("We could not log you out"),
  });
  return (
    <Button
      variant="icon"
      aria-label={accountDetailsScreen.logOut}
      title={accountDetailsScreen.logOut}
      isBusy={isBusy}
      onClick={() => act(undefined)}
    >
      <LogOut aria-hidden="true" size={18} strokeWidth={1.6} />
    </Button>
  );
}
