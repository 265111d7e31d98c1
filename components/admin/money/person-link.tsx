import { SiteLink } from "@/components/layout/site-link";
import { moneyRowLabels as labels } from "@/lib/messages/admin/money";

type Person = { subscriberId: number | null; name: string | null; email: string | null };

/** A link to a subscriber's page, with their name or else their address. */
export function PersonLink({ subscriberId, name, email }: Person) {
  if (subscriberId === null) return <span className="text-ink-3">{labels.noAccount}</span>;
  return (
    <SiteLink href={`/admin/subscribers/${subscriberId}`} className="text-link wrap-anywhere">
      {name ?? email ?? String(subscriberId)}
    </SiteLink>
  );
}
