import { SiteLink } from "@/components/layout/site-link";
import { ArrowLeft } from "@/components/ui/icons";
import { adminAddresses } from "@/lib/contracts/admin";
import { adminNavigationLabels } from "@/lib/messages/admin";

/** On the pages that Content leads to. */
export function BackToContent() {
  return (
    <SiteLink
      href={adminAddresses.content}
      className="inline-flex min-h-11 items-center gap-2 text-label"
    >
      <ArrowLeft size={16} strokeWidth={1.6} />
      {adminNavigationLabels.backToContent}
    </SiteLink>
  );
}
