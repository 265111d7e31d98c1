import { Check } from "@/components/ui/icons";
import { formatAmount } from "@/lib/contracts/money";
import {
  adminRoles,
  mayDo,
  permissions,
  type AdminRole,
  type Permission,
} from "@/lib/contracts/roles";
import { refundLimits } from "@/lib/contracts/refund-limits";
import { roleNames } from "@/lib/messages/admin";
import { permissionLabels as labels } from "@/lib/messages/admin/team";
import { AdminSection } from "../shell/page";

const headClass = "border-b border-ink py-2.5 pr-4 text-left text-fine font-medium text-ink-3";
const cellClass = "border-b border-rule py-2 pr-4 text-left";

/** What each role may do, as the routes check it. */
export function RoleTable() {
  return (
    <AdminSection id="roles" title={labels.title}>
      <table className="w-full border-t border-rule text-label">
        <thead>
          <tr>
            <th scope="col" className={headClass}>
              <span className="sr-only">{labels.permission}</span>
            </th>
            {adminRoles.map((role) => (
              <th key={role} scope="col" className={`${headClass} sm:w-26`}>
                {roleNames[role]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {permissions.map((permission) => (
            <tr key={permission}>
              <th scope="row" className={`${cellClass} font-normal`}>
                {labels[permission]}
              </th>
              {adminRoles.map((role) => (
                <td key={role} className={cellClass}>
                  <Answer role={role} permission={permission} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </AdminSection>
  );
}

function Answer({ role, permission }: { role: AdminRole; permission: Permission }) {
  if (!mayDo(role, permission)) {
    return (
      <>
        <span aria-hidden="true" className="text-ink-3">
          –
        </span>
        <span className="sr-only">{labels.no}</span>
      </>
    );
  }
  const limit = permission === "refund" ? refundLimits[role] : null;
  if (limit !== null) {
    return labels.upTo(
      formatAmount(limit.subscriptionCents, "USD"),
      formatAmount(limit.dayCents, "USD"),
    );
  }
  return (
    <>
      <Check size={16} strokeWidth={2} className="text-accent" />
      <span className="sr-only">{labels.yes}</span>
    </>
  );
}
