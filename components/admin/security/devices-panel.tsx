"use client";

import { ActionError } from "@/components/feedback/action-error";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { adminAccount, removeDevice } from "@/lib/client/admin-account";
import type { AdminAccountView } from "@/lib/contracts/admin/security";
import { localDateAt } from "@/lib/calendar/days";
import { formatShortMonthDayYear } from "@/lib/calendar/format";
import {
  adminSecurityMessages,
  adminSecurityScreen as messages,
} from "@/lib/messages/admin-security";
import { useAdminAction } from "../use-admin-action";

type Device = AdminAccountView["devices"][number];

/** The browsers that the editor has logged in with. */
export function DevicesPanel({ account: { devices, email } }: { account: AdminAccountView }) {
  return (
    <>
      <p className="mt-3 text-ink-2">{messages.devicesHint(email)}</p>
      {devices.length === 0 ? (
        <p className="mt-4 text-label text-ink-3">{messages.noDevices}</p>
      ) : (
        <ul className="mt-4">
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} />
          ))}
        </ul>
      )}
    </>
  );
}

function DeviceRow({ device }: { device: Device }) {
  const { id, description, network, lastLoginAt, isCurrent } = device;
  const { submit, isBusy, failure } = useAdminAction({
    run: removeDevice,
    changes: [adminAccount().queryKey],
    describe: () => adminSecurityMessages.deviceRemoved,
  });
  const day = formatShortMonthDayYear(localDateAt(new Date(lastLoginAt)));
  return (
    <li className="flex items-center justify-between gap-4 border-t border-rule py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-label">
          <span>{description}</span>
          {isCurrent && <Badge tone="tint">{messages.current}</Badge>}
        </p>
        <p className="text-small text-ink-3">{messages.lastLogin(day, network)}</p>
        <ActionError>{failure}</ActionError>
      </div>
      <Button
        variant="line"
        size="sm"
        isBusy={isBusy}
        aria-label={messages.removeLabel(description)}
        onClick={() => submit(id)}
      >
        {messages.remove}
      </Button>
    </li>
  );
}
