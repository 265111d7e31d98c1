import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { PersonStatus } from "@/lib/contracts/admin/subscribers";
import { personStatusLabels } from "@/lib/messages/admin/subscribers";

const tones: Record<PersonStatus, BadgeTone> = {
  trialing: "tint",
  active: "accent",
  past_due: "alarm",
  paused: "outline",
  canceled: "outline",
  none: "outline",
};

export function StatusBadge({ status }: { status: PersonStatus }) {
  return <Badge tone={tones[status]}>{personStatusLabels[status]}</Badge>;
}
