"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { SubmitButton } from "@/components/ui/submit-button";
import { adminSession } from "@/lib/client/admin";
import { adminAddresses } from "@/lib/contracts/admin";
import { mayDo } from "@/lib/contracts/roles";
import { adminLoginScreen } from "@/lib/messages/admin";
import { CredentialsForm } from "./credentials-form";
import { LoginStep, stepTexts } from "./security/login-step";
import { homeOf } from "./shell/navigation";
import { useCredentials, useLoginStages, type CredentialsOptions } from "./use-login";

const formId = "login";

/** `/cms-login-fpng`. Editors who are already logged in are redirected to the content screen, others to their first page. */
export function LoginScreen() {
  const router = useRouter();
  const { data } = useQuery(adminSession());
  const role = data?.admin?.role;
  const { stage, events, onCredentials } = useLoginStages(() => undefined);

  useEffect(() => {
    if (role) router.replace(mayDo(role, "write") ? adminAddresses.content : homeOf(role));
  }, [role, router]);

  const texts = stage.step === "credentials" ? null : stepTexts[stage.step];
  return (
    <main id="main" className="wrap w-full py-[clamp(2.25rem,1.2rem+4.4vw,5rem)]">
      <div className="mx-auto max-w-[26rem] border-t-[3px] border-ink pt-6">
        <h1 className="text-h2">{texts?.title ?? adminLoginScreen.title}</h1>
        {texts && <p className="mt-3 text-ink-2">{texts.intro}</p>}
        <div className="mt-8">
          {stage.step === "credentials" ? (
            <Credentials onAccepted={onCredentials} />
          ) : (
            <LoginStep key={stage.step} stage={stage} events={events} />
          )}
        </div>
      </div>
    </main>
  );
}

function Credentials({ onAccepted }: Pick<CredentialsOptions, "onAccepted">) {
  const { submit, isBusy, failure } = useCredentials({
    leavesScreen: true,
    onAccepted,
  });
  return (
    <CredentialsForm id={formId} onSubmit={submit} failure={failure}>
      <div className="button-row">
        <SubmitButton size="lg" isBusy={isBusy} disabled={isBusy} className="min-w-44">
          {adminLoginScreen.submit}
        </SubmitButton>
      </div>
    </CredentialsForm>
  );
}
