import { encode } from "uqr";
import type { EnrollmentView } from "@/lib/contracts/admin/security";
import type { Enrollment } from "@/lib/domain/team/two-factor";

/** The secret for typing, in groups of four, and its URI as a QR code. */
export function viewEnrollment({ secret, uri }: Enrollment): EnrollmentView {
  // The page adds the light border: it's needed in any color scheme.
  const { size, data } = encode(uri, { ecc: "M", border: 0 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return { secret: secret.replaceAll(/(?<=.)(?=(?:.{4})+$)/g, " "), qrCode: { size, path } };
}
