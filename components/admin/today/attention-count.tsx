"use client";

import { useQuery } from "@tanstack/react-query";
import { attentionCount } from "@/lib/client/admin/today";
import { Count } from "../shell/count";

/** How many things need a person, in the navigation. */
export function AttentionCount({ className }: { className?: string }) {
  const { data } = useQuery(attentionCount());
  return <Count count={data?.count ?? 0} {...(className !== undefined && { className })} />;
}
