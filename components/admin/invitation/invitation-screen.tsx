"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { buttonClass } from "@/components/ui/button-class";
import { Spinner } from "@/components/ui/spinner";
import { SiteLink } from "@/components/layout/site-link";
import { openInvitation } from "@/lib/client/admin/team";
import type { AdminLoginStep } from "@/lib/contracts/admin/security";
import { adminAddresses } from "@/lib/contracts/admin";
import type { OpenInvitationView } from "@/lib/contracts/admin/team";
import { roleNames } from "@/lib/messages/admin";
import { invitationScreen as messages } from "@/lib/messages/admin/team";
import { failureReason } from "../failure-reason";
import { LoginStep, stepTexts } from "../security/login-step";
import { homeOf } from "../shell/navigation";
import { useLoginStages } from "../use-login";
import { AcceptForm } from "./accept-form";

/** `/admin-invitation/{token}`: accepting it, and the steps of the first login. */
export function InvitationScreen({ token }: { token: string }) {
  const { data, error } = useQuery(openInvitation(token));
  return (
    <main id="main" className="wrap w-full py-[clamp(2.25rem,1.2rem+4.4vw,5rem)]">
      <div className="mx-auto max-w-[30rem] border-t-[3px] border-ink pt-6">
        {data ? (
          <Invitation token={token} invitation={data} />
        ) : error ? (
          <div role="alert">
            <h1 className="text-h2">{messages.invalid}</h1>
            <p className="mt-3 mb-8 text-ink-2">{failureReason(error)}</p>
            <SiteLink href={adminAddresses.login} className={buttonClass({ variant: "line" })}>
              {messages.logIn}
            </SiteLink>
          </div>
        ) : (
          <Spinner label={messages.loading} />
        )}
      </div>
    </main>
  );
}

type InvitationProps = { token: string; invitation: OpenInvitationView };

function Invitation({ token, invitation }: InvitationProps) {
  const { email, role, requiresTwoFactor } = invitation;
  const router = useRouter();
  const { stage, events, onCredentials } = useLoginStages(() => router.replace(homeOf(role)));
  // "Start over" means entering the password again, so a login already begun continues on the login screen.
  const [hasJoined, setJoined] = useState(false);
  const onAccepted = (username: string, next: AdminLoginStep | null) => {
    setJoined(true);
    onCredentials(username, next);
  };
  if (stage.step !== "credentials") {
    return (
      <>
        <h1 className="text-h2">{stepTexts[stage.step].title}</h1>
        <p className="mt-3 mb-8 text-ink-2">{stepTexts[stage.step].intro}</p>
        <LoginStep
          key={stage.step}
          stage={stage}
          events={{ ...events, onStartOver: () => router.replace(adminAddresses.login) }}
        />
      </>
    );
  }
  if (hasJoined) return <Spinner label={messages.loading} />;
  return (
    <>
      <h1 className="text-h2">{messages.title}</h1>
      <p className="mt-3 mb-8 text-ink-2">
        {messages.text(email, roleNames[role])} {requiresTwoFactor && messages.twoFactor}
      </p>
      <AcceptForm token={token} hasSecondFactor={requiresTwoFactor} onAccepted={onAccepted} />
    </>
  );
}
