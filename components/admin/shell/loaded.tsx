"use client";

import type { ReactNode } from "react";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton, type SkeletonShape } from "@/components/ui/skeleton";
import { editorMessages } from "@/lib/messages/admin";
import { failureReason } from "../failure-reason";
import { StaleDataAlert } from "../stale-data-alert";

export type LoadedProps<Data> = {
  /** As `useQuery` returns it. */
  query: {
    data: Data | undefined;
    error: Error | null;
    isPending: boolean;
    refetch: () => unknown;
  };
  /** Such as `Loading the team`, for screen readers. */
  label: string;
  /** What it will look like, three rows by default. */
  shape?: SkeletonShape;
  children: (data: Data) => ReactNode;
};

/** Data, or its states: loading, failed with Try again, and possibly out of date. */
export function Loaded<Data>({ query, label, shape, children }: LoadedProps<Data>) {
  const { data, error, isPending } = query;
  const retry = () => void query.refetch();
  if (data !== undefined) {
    return (
      <>
        {error && <StaleDataAlert onRetry={retry} />}
        {children(data)}
      </>
    );
  }
  if (isPending) return <Skeleton label={label} shape={shape} />;
  return (
    <ErrorCard title={editorMessages.loadFailed} onRetry={retry}>
      {failureReason(error)}
    </ErrorCard>
  );
}
