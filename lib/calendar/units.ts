// Milliseconds.

export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;

/** A day by the clock. For calendar days, which can have 23 or 25 hours, use `addDays`. */
export const dayMs = 24 * hourMs;
