import type { PasswordCost } from "@/lib/platform/password";

/** Of the tests' administrators: logging in takes a third of a second with the real one. */
export const cheapPasswordCost: PasswordCost = { ln: 4, r: 8, p: 1 };
