/** Tokens: what can be wrong with one. */
export const apiTokenMessages = {
  nameRequired: "Give the token a name, such as the program that will use it.",
  nameTooLong: "The name is too long.",
  scopeRequired: "Choose at least one thing that the token may do.",
  lifetimeInvalid: "Choose how long the token is valid.",
  scopeNotOwned: "Your role doesn't include all of that.",
  tooMany: (limit: number) => `You have ${limit} tokens. Revoke one that you don't need.`,
  unknown: "This token doesn't exist, or was revoked.",
} as const;
