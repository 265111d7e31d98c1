import { useMutation, type UseMutationOptions } from "@tanstack/react-query";
import { useRef, useState } from "react";

export type SingleMutationOptions<Result, Input> = UseMutationOptions<Result, Error, Input> & {
  /** Success navigates to another screen, so the control stays busy until that appears. */
  leavesScreen?: boolean;
};

/**
 * `useMutation`, one at a time: a second press can come before React has rendered the busy state,
 * and is ignored. `isBusy` is true from the press until the mutation and its callbacks end.
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
