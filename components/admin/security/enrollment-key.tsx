import type { EnrollmentView } from "@/lib/contracts/admin/security";
import { adminLoginStepsScreen as messages } from "@/lib/messages/admin-security";

/** Light modules around a QR code (ISO/IEC 18004, section 5.3.8). */
const quietZone = 4;

/** The QR code and the key of a new secret. The code is dark on light in both color schemes. */
export function EnrollmentKey({ secret, qrCode: { size, path } }: EnrollmentView) {
  const total = size + 2 * quietZone;
  return (
    <div className="grid justify-items-start gap-4">
      <svg
        role="img"
        aria-label={messages.qrCode}
        viewBox={`${-quietZone} ${-quietZone} ${total} ${total}`}
        shapeRendering="crispEdges"
        className="w-56 max-w-full border border-rule"
      >
        <rect x={-quietZone} y={-quietZone} width={total} height={total} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <p className="text-label text-ink-2">
        {messages.key}
        <span className="mt-1 block text-ui leading-7 break-words text-ink tabular-nums select-all">
          {secret}
        </span>
      </p>
    </div>
  );
}
