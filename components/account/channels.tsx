"use client";

import { Mail, MessageSquare } from "lucide-react";
import { useState, type ReactNode } from "react";
import { notify } from "@/components/feedback/notify";
import { SupportLink } from "@/components/layout/support-link";
import { formatPhoneNumber } from "@/components/phone/phone-numbers";
import { Switch } from "@/components/ui/switch";
import { switchChannels } from "@/lib/client/account";
import type { AccountView, ChannelSwitches } from "@/lib/contracts/account";
import { accountDetailsScreen } from "@/lib/messages/account";
import { PhoneDialog } from "./phone-dialog";
import { failWith, useAccountAction } from "./use-account-action";

/** How the briefing reaches a person: a switch for each channel, and the number for texts. */
export function Channels({ account }: { account: AccountView }) {
  const { email, sms, user } = account;
  const emailSwitch = useChannelSwitch(email.isOn, (emailEnabled) => ({ emailEnabled }));
  const smsSwitch = useChannelSwitch(sms.isOn, (smsEnabled) => ({ smsEnabled }));
  const number = sms.phoneNumber;
  return (
    <>
      <ul className="border-b border-rule">
        <Channel
          icon={<Mail aria-hidden="true" size={20} strokeWidth={1.6} />}
          name="Email"
          text={
            <>
              <span className="break-all">{user.email}</span>, by 8:00
            </>
          }
          problem={email.problem && <MailProblem problem={email.problem} />}
        >
          <Switch label="Email" {...emailSwitch} />
        </Channel>
        <Channel
          icon={<MessageSquare aria-hidden="true" size={20} strokeWidth={1.6} />}
          name="Text"
          text={number ? `${formatPhoneNumber(number)}, at 8:00` : "No number yet"}
          problem={number && sms.problem && <TextProblem problem={sms.problem} />}
        >
          {number && <Switch label="Text" {...smsSwitch} />}
        </Channel>
      </ul>
      {!emailSwitch.isOn && !smsSwitch.isOn && account.canCancel && (
        <p className="mt-4 text-small text-ink-2">
          {number ? "Both are off" : "Email is off"}, so no briefing reaches you. Your subscription
          and its billing go on.
        </p>
      )}
      <PhoneDialog sms={sms} timezone={user.timezone} />
    </>
  );
}

/** A switch that moves at once, and back where it was when that did not work. */
function useChannelSwitch(isSavedOn: boolean, toSwitches: (isOn: boolean) => ChannelSwitches) {
  const [asked, setAsked] = useState(isSavedOn);
  const { act, isBusy } = useAccountAction({
    run: switchChannels,
    onDone: () => notify({ title: "Delivery settings saved" }),
    onFailed: failWith(accountDetailsScreen.updateFailed),
  });
  const onSwitch = (isOn: boolean) => {
    setAsked(isOn);
    act(toSwitches(isOn));
  };
  return { isOn: isBusy ? asked : isSavedOn, isBusy, onSwitch };
}

/** What `Channel` takes; its child is the switch. */
type ChannelProps = {
  icon: ReactNode;
  name: string;
  text: ReactNode;
  problem: ReactNode;
  children: ReactNode;
};

function Channel({ icon, name, text, problem, children }: ChannelProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3.5 gap-y-1 border-t border-rule py-3.5">
      {icon}
      <div>
        <p className="font-medium">{name}</p>
        <p className="text-small text-ink-3">{text}</p>
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
