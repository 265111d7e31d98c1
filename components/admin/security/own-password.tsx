import { adminSecurityScreen as messages } from "@/lib/messages/admin-security";
import { useAdmin } from "../shell/gate";
import { PasswordField } from "./password-field";

export type OwnPasswordProps = {
  id: string;
  /** Why it's asked for. */
  hint: string;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
};

/** Asks an administrator for their password again, as one more field of a form. */
export function OwnPassword(props: OwnPasswordProps) {
  const { username } = useAdmin();
  return (
    <>
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <PasswordField {...props} label={messages.currentPassword} kind="current" />
    </>
  );
}
