"use client";

import { Mail, MessageSquare } from "lucide-react";
import { useState, type ReactNode } from "react";
import { notify } from "@/components/feedback/notify";
import { SupportLink } from "@/components/layout/support-link";
import { displayNumber } from "@/components/onboarding/display-number";
import { Switch } from "@/components/ui/switch";
import { switchChannels } from "@/lib/client/account-details";
import type { AccountView, ChannelSwitches } from "@/lib/contracts/account-details";
import { accountDetailsScreen } from "@/lib/contracts/account-details-screen";
import { PhoneDialog } from "./phone-dialog";
import { failWith, useAccountAction } from "./use-account-action";

/** How the briefing reaches a person: a switch for each channel, and the number for texts. */
export function Channels({ account }: { account: AccountView }) {
  const { email, sms, user } = account;
  const { act, isBusy } = useAccountAction({
    run: switchChannels,
    onDone: () => notify({ title: "Delivery settings saved" }),
    onFailed: failWith(accountDetailsScreen.updateFailed),
  });
  const [asked, setAsked] = useState<ChannelSwitches>({});
  const change = (switches: ChannelSwitches) => {
    setAsked(switches);
    act(switches);
  };
  // Moved at once, and back where it was when that did not work.
  const isEmailOn = (isBusy ? asked.emailEnabled : undefined) ?? email.isOn;
  const isSmsOn = (isBusy ? asked.smsEnabled : undefined) ?? sms.isOn;
  return (
    <>
      <ul className="border-b border-rule">
        <Channel
          icon={<Mail aria-hidden="true" size={20} strokeWidth={1.6} />}
          name="Email"
          text={<span className="break-all">{user.email}</span>}
          when="by 8:00"
          problem={email.problem && <MailProblem problem={email.problem} />}
        >
          <Switch
            label="Email"
            isOn={isEmailOn}
            isBusy={isBusy}
            onSwitch={(emailEnabled) => change({ emailEnabled })}
          />
        </Channel>
        <Channel
          icon={<MessageSquare aria-hidden="true" size={20} strokeWidth={1.6} />}
          name="Text"
          text={sms.phoneNumber ? displayNumber(sms.phoneNumber) : "No number yet"}
          when={sms.phoneNumber ? "at 8:00" : undefined}
          problem={sms.phoneNumber && sms.problem && <TextProblem problem={sms.problem} />}
        >
          {sms.phoneNumber && (
            <Switch
              label="Text"
              isOn={isSmsOn}
              isBusy={isBusy}
              onSwitch={(smsEnabled) => change({ smsEnabled })}
            />
          )}
        </Channel>
      </ul>
      {!isEmailOn && !isSmsOn && account.canCancel && (
        <p className="mt-4 text-small text-ink-2">
          Both are off, so no briefing reaches you. Your subscription and its billing go on.
        </p>
      )}
      <PhoneDialog sms={sms} timezone={user.timezone} />
    </>
  );
}

/** What `Channel` takes; its child is the switch. */
type ChannelProps = {
  icon: ReactNode;
  name: string;
  text: ReactNode;
  when: string | undefined;
  problem: ReactNode;
  children: ReactNode;
};

function Channel({ icon, name, text, when, problem, children }: ChannelProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3.5 gap-y-1 border-t border-rule py-3.5">
      {icon}
      <div>
        <p className="font-medium">{name}</p>
        <p className="text-small text-ink-3 tabular-nums">
          {text}
          {when && `, ${when}`}
        </p>
      </div>
      {children}
      {problem && <p className="col-span-2 col-start-2 text-small text-alarm">{problem}</p>}
    </li>
  );
}

function MailProblem({ problem }: { problem: "returned" | "reported" }) {
  return (
    <>
      {problem === "reported"
        ? "Our mail was reported as spam from here, so none is sent."
        : "Mail to this address came back, so none is sent."}{" "}
      <SupportLink />
    </>
  );
}

function TextProblem({ problem }: { problem: "stopped" | "unreachable" }) {
  return problem === "stopped"
    ? "You replied STOP, so no text is sent. Reply START to any of ours to allow them again."
    : "This number cannot receive texts. Please change it.";
}
