/** The pages at `/api-reference`. */
export const apiReferenceMessages = {
  title: "API reference",
  description: "Every API call: who can make it, what it takes, and what it returns.",
  /** Before and after the link to the file. */
  asFile: ["As a file for programs: ", "OpenAPI 3.1", "."],
  all: "All calls",
} as const;
