import { encode } from "uqr";
import type { EnrollmentView } from "@/lib/contracts/admin/security";
import type { Enrollment } from "@/lib/domain/team/two-factor";

/** The secret as it is typed, in groups of four, and its URI as a QR code. */
export function viewEnrollment({ secret, uri }: Enrollment): EnrollmentView {
  // The frame of light modules is the page's: it must be there whatever the colors are.
  const { size, data } = encode(uri, { ecc: "M", border: 0 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return { secret: secret.replaceAll(/(?<=.)(?=(?:.{4})+$)/g, " "), qrCode: { size, path } };
}
