import { useEffect, useState } from "react";

/** How long a search waits for more typing. */
export const searchDelayMs = 250;

/**
 * The latest value that hasn't changed for `delayMs`.
 *
 * @param value anything that JSON can express; values with the same content are the same
 */
export function useDebouncedValue<Value>(value: Value, delayMs: number): Value {
  const key = JSON.stringify(value);
  const [debounced, setDebounced] = useState({ key, value });
  useEffect(() => {
    if (key === debounced.key) return undefined;
    const timer = setTimeout(() => setDebounced({ key, value }), delayMs);
    return () => clearTimeout(timer);
  }, [key, value, debounced.key, delayMs]);
  return debounced.value;
}
