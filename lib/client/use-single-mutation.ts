import { useMutation, type UseMutationOptions } from "@tanstack/react-query";
import { useRef, useState } from "react";

/** What `useSingleMutation` takes: what `useMutation` does, and one thing more. */
export type SingleMutationOptions<Result, Input> = UseMutationOptions<Result, Error, Input> & {
  /** Whether a success leads to another screen: the control then stays busy until that is there. */
  leavesScreen?: boolean;
};

/**
 * `useMutation`, once at a time: a second press can come before the first one has drawn anything,
 * and does nothing. `isBusy` is true from the press until everything that follows it has ended.
 */
export function useSingleMutation<Result, Input = void>({
  leavesScreen = false,
  onSettled,
  ...options
}: SingleMutationOptions<Result, Input>) {
  const isRunning = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const mutation = useMutation<Result, Error, Input>({
    ...options,
    onSettled: (result, error, ...rest) => {
      if (error !== null || !leavesScreen) {
        isRunning.current = false;
        setBusy(false);
      }
      return onSettled?.(result, error, ...rest);
    },
  });
  return {
    ...mutation,
    mutate: (input: Input) => {
      if (isRunning.current) return;
      isRunning.current = true;
      setBusy(true);
      mutation.mutate(input);
    },
    isBusy,
  };
}
