import { adminRoles, type AdminRole } from "@/lib/contracts/roles";
import { roleNames } from "@/lib/messages/admin";
import { teamDialogs, teamScreen } from "@/lib/messages/admin/team";

export type RoleChoiceProps = { value: AdminRole; onChange: (role: AdminRole) => void };

/** The roles, each with what it's for. */
export function RoleChoice({ value, onChange }: RoleChoiceProps) {
  return (
    <fieldset className="border-t border-rule">
      <legend className="sr-only">{teamScreen.role}</legend>
      {adminRoles.map((role) => (
        <div key={role} className="relative flex items-start gap-3 border-b border-rule py-3">
          <input
            id={`role-${role}`}
            type="radio"
            name="role"
            value={role}
            checked={role === value}
            onChange={() => onChange(role)}
            aria-describedby={`role-${role}-note`}
            className="relative z-1 mt-1 size-4.5 flex-none accent-accent"
          />
          <span>
            <label
              htmlFor={`role-${role}`}
              className="block cursor-pointer font-medium after:absolute after:inset-0"
            >
              {roleNames[role]}
            </label>
            <span id={`role-${role}-note`} className="block text-small text-ink-2">
              {teamDialogs.roles[role]}
            </span>
          </span>
        </div>
      ))}
    </fieldset>
  );
}
