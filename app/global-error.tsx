"use client";

import { PageFailed } from "@/components/layout/page-failed";
import { brand } from "@/lib/brand";
import "./globals.css";

/** The last resort, when not even the frame of the pages could be shown. */
export default function GlobalError({ reset }: { reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>{`Something went wrong | ${brand.name}`}</title>
        <PageFailed onRetry={reset} />
      </body>
    </html>
  );
}
