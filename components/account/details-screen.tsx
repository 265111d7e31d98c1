"use client";

import { LogOut } from "@/components/ui/icons";
import { useRouter } from "next/navigation";
import { useEffect, useState, type FormEvent, type ReactNode } from "react";
import { notify } from "@/components/feedback/notify";
import { SupportLink } from "@/components/layout/support-link";
import { Button } from "@/components/ui/button";
import { SubmitButton } from "@/components/ui/submit-button";
import { SelectField, TextField } from "@/components/ui/text-field";
import { updateAccount } from "@/lib/client/account";
import { readUserData, subscribeToUserData, writeUserData } from "@/lib/client/user-data";
import type { AccountView, UserData } from "@/lib/contracts/account";
import { timezoneSchema, timezones } from "@/lib/contracts/timezones";
import {
  accountDataScreen,
  accountDetailsScreen,
  channelsScreen,
  deliveriesScreen,
  subscriptionScreen,
} from "@/lib/messages/account";
import { pauseScreen } from "@/lib/messages/pause";
import { Channels } from "./channels";
import { Deliveries, NextBriefing } from "./deliveries";
import { Pause } from "./pause";
import { SignOutUnfinished, useSignOut } from "./sign-out";
import { Subscription } from "./subscription";
import { useAccountAction } from "./use-account-action";
import { YourData } from "./your-data";

export type DetailsScreenProps = { account: AccountView; signUpUrl: string };

/** `/account/details`. */
export function DetailsScreen({ account, signUpUrl }: DetailsScreenProps) {
  const signOut = useSignOut();
  useStoredUserData(account.user, signOut.isBusy || signOut.isUnfinished);
  if (signOut.isUnfinished) {
    return <SignOutUnfinished onRetry={signOut.leave} isBusy={signOut.isBusy} />;
  }
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4 border-b-[3px] border-ink pb-6">
        <h1 className="text-h1 font-[440]">{accountDetailsScreen.title}</h1>
        <LogOutButton onPress={signOut.leave} isBusy={signOut.isBusy} />
        <NextBriefing account={account} />
      </div>
      <div className="grid gap-x-16 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div>
          <Panel id="channels" title={channelsScreen.title}>
            <Channels account={account} />
          </Panel>
          {(account.isServed || account.pause) && (
            <Panel id="pause" title={pauseScreen.title}>
              <Pause pause={account.pause} timezone={account.user.timezone} />
            </Panel>
          )}
          <Panel id="subscription" title={subscriptionScreen.title}>
            <Subscription account={account} signUpUrl={signUpUrl} />
          </Panel>
        </div>
        <div className="border-ink max-lg:border-t">
          <Panel id="details" title={accountDetailsScreen.details}>
            <DetailsForm user={account.user} />
          </Panel>
          <Panel id="deliveries" title={deliveriesScreen.title}>
            <Deliveries account={account} />
          </Panel>
          <Panel id="your-data" title={accountDataScreen.title}>
            <YourData email={account.user.email} />
          </Panel>
        </div>
      </div>
    </>
  );
}

/**
 * Stores what the server sent for display. When it's cleared, because the session ended in this tab
 * or another, the screen redirects to the login, unless it's signing out itself.
 */
function useStoredUserData(user: UserData, isSigningOut: boolean): void {
  const router = useRouter();
  useEffect(() => writeUserData(user), [user]);
  useEffect(() => {
    if (isSigningOut) return undefined;
    return subscribeToUserData(() => {
      if (readUserData() === null) router.replace("/account");
    });
  }, [router, isSigningOut]);
}

function LogOutButton({ onPress, isBusy }: { onPress: () => void; isBusy: boolean }) {
  return (
    <Button
      variant="icon"
      aria-label={accountDetailsScreen.logOut}
      title={accountDetailsScreen.logOut}
      isBusy={isBusy}
      onClick={onPress}
    >
      <LogOut size={18} strokeWidth={1.6} />
    </Button>
  );
}

function Panel({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="border-t border-ink pt-6 pb-12 first:border-t-0">
      <h2 id={id} className="mb-5 text-h3">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Only the time zone can be edited. */
function DetailsForm({ user }: { user: UserData }) {
  const [chosen, setChosen] = useState<string>();
  const timezone = timezoneSchema.safeParse(chosen ?? user.timezone).data;
  const isChanged = timezone !== undefined && timezone !== user.timezone;
  const { act, isBusy, failure } = useAccountAction({
    run: updateAccount,
    onDone: () => notify({ title: accountDetailsScreen.updated }),
    failed: accountDetailsScreen.updateFailed,
  });
  const canSave = isChanged && !isBusy;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (canSave) act({ email: user.email, timezone });
  };

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-6">
      <TextField
        id="email"
        label={accountDetailsScreen.email}
        hint={
          <>
            <SupportLink>{accountDetailsScreen.contactSupport}</SupportLink>{" "}
            {accountDetailsScreen.toChangeEmail}
          </>
        }
        type="email"
        value={user.email}
        readOnly
      />
      <div className="grid gap-x-5 gap-y-6 sm:max-lg:grid-cols-2">
        <SelectField
          id="timezone"
          label={accountDetailsScreen.timezone}
          error={failure}
          name="timezone"
          value={timezone ?? ""}
          onChange={setChosen}
          options={timezones}
        />
        <TextField
          id="status"
          label={accountDetailsScreen.status}
          value={user.status ?? "Active"}
          readOnly
        />
      </div>
      <div className="button-row sm:gap-x-5">
        {/* aria-disabled, not disabled: after saving, focus stays on the button. */}
        <SubmitButton
          isBusy={isBusy}
          busyLabel={accountDetailsScreen.saving}
          aria-disabled={!canSave || undefined}
          className="min-w-36"
        >
          {accountDetailsScreen.save}
        </SubmitButton>
        <p className="text-small text-ink-3">
          {isChanged ? accountDetailsScreen.stillOneBriefing : accountDetailsScreen.unchanged}
        </p>
      </div>
    </form>
  );
}
