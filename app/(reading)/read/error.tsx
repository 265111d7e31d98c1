"use client";

import { ListFailed } from "@/components/reading/list-failed";

export default function ReadError({ reset }: { reset: () => void }) {
  return (
    <main id="main" className="wrap py-(--section)">
      <ListFailed onRetry={reset} />
    </main>
  );
}
