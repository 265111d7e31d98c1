"use client";

import { useQuery } from "@tanstack/react-query";
import { Spinner } from "@/components/ui/spinner";
import { dailyMessages } from "@/lib/client/daily-messages";

/** What goes out and when. */
export function DailyMessagesScreen() {
  const { data } = useQuery(dailyMessages());
  return (
    <main id="main" className="wrap py-8">
      <h1 className="text-h2">Daily messages</h1>
      {data ? (
        <ul>
          {data.map(({ id, message }) => (
            <li key={id}>{message}</li>
          ))}
        </ul>
      ) : (
        <Spinner />
      )}
    </main>
  );
}
