/** The pages at `/api-reference`. */
export const apiReferenceMessages = {
  title: "API reference",
  description: "Every call of the API: who may make it, what it takes, and what it answers.",
  /** Before and after the link to the file. */
  asFile: ["The same as a file for programs: ", "OpenAPI 3.1", "."],
  all: "All calls",
} as const;
