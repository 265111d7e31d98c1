"use client";

import { Mail, MessageSquare } from "@/components/ui/icons";
import { useState, type ReactNode } from "react";
import { ActionError } from "@/components/feedback/action-error";
import { notify } from "@/components/feedback/notify";
import { SupportLink } from "@/components/layout/support-link";
import { formatPhoneNumber } from "@/lib/contracts/phone-format";
import { EmailAddress } from "@/components/ui/email-address";
import { Switch } from "@/components/ui/switch";
import { switchChannels } from "@/lib/client/account";
import type { AccountView, ChannelSwitches } from "@/lib/contracts/account";
import { accountDetailsScreen, channelsScreen } from "@/lib/messages/account";
import { PhoneDialog } from "./phone-dialog";
import { useAccountAction } from "./use-account-action";

/** A switch for each channel, and the phone number for texts. */
export function Channels({ account }: { account: AccountView }) {
  const { email, sms, user } = account;
  const emailSwitch = useChannelSwitch(email.isOn, (emailEnabled) => ({ emailEnabled }));
  const smsSwitch = useChannelSwitch(sms.isOn, (smsEnabled) => ({ smsEnabled }));
  const number = sms.phoneNumber;
  return (
    <>
      <ul className="border-b border-rule">
        <Channel
          icon={<Mail size={20} strokeWidth={1.6} />}
          name={channelsScreen.email}
          text={
            <>
              <EmailAddress>{user.email}</EmailAddress>
              {channelsScreen.emailTime}
            </>
          }
          problem={email.problem && <EmailProblem problem={email.problem} />}
        >
          <Switch label={channelsScreen.email} {...emailSwitch.control} />
        </Channel>
        <Channel
          icon={<MessageSquare size={20} strokeWidth={1.6} />}
          name={channelsScreen.text}
          text={
            number
              ? `${formatPhoneNumber(number)}${channelsScreen.textTime}`
              : channelsScreen.noNumber
          }
          problem={number && sms.problem && textProblems[sms.problem]}
        >
          {number && <Switch label={channelsScreen.text} {...smsSwitch.control} />}
        </Channel>
      </ul>
      <ActionError className="mt-3">{emailSwitch.failure ?? smsSwitch.failure}</ActionError>
      {!emailSwitch.control.isOn && !smsSwitch.control.isOn && account.canCancel && (
        <p className="mt-4 text-small text-ink-2">
          {number ? channelsScreen.bothOff : channelsScreen.emailOff}
        </p>
      )}
      <PhoneDialog sms={sms} timezone={user.timezone} />
    </>
  );
}

/** A switch that moves right away, and back if saving fails. */
function useChannelSwitch(isSavedOn: boolean, toSwitches: (isOn: boolean) => ChannelSwitches) {
  const [requested, setRequested] = useState(isSavedOn);
  const { act, isBusy, failure } = useAccountAction({
    run: switchChannels,
    onDone: () => notify({ title: channelsScreen.saved }),
    failed: accountDetailsScreen.updateFailed,
  });
  const onSwitch = (isOn: boolean) => {
    setRequested(isOn);
    act(toSwitches(isOn));
  };
  return { control: { isOn: isBusy ? requested : isSavedOn, isBusy, onSwitch }, failure };
}

/** The child is the switch. */
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

function EmailProblem({ problem }: { problem: "bounced" | "reported" }) {
  return (
    <>
      {problem === "reported" ? channelsScreen.emailReported : channelsScreen.emailBounced}{" "}
      <SupportLink />
    </>
  );
}

const textProblems = {
  stopped: channelsScreen.textsStopped,
  unreachable: channelsScreen.textsUnreachable,
};
