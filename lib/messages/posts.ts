/** Posts, as the calls that read and write them messages. */
export const postMessages = {
  notFound: "Post not found",
  slugLength: "Slug must be exactly 2 characters",
  slugCharacters: "Only lowercase letters (a-z) and numbers (0-9) allowed",
  titleRequired: "Please enter a title",
  titleTooLong: "A title has at most 300 characters.",
  fullDateInvalid: "The post date must be a date such as March 5, 2025.",
  shortDateInvalid: "The short date must be a date such as 05 MAR.",
  shortDateDisagrees: (shortDate: string, fullDate: string) =>
    `The short date ${shortDate} is not ${fullDate}.`,
  contentRequired: "The content must be text.",
  readTimeInvalid: "Read time must be a whole number of at least 1.",
  slugTaken: (slug: string, title: string, fullDate: string) =>
    `The slug ${slug} is already used by “${title}” of ${fullDate}.`,
  slugTakenBriefly: (slug: string) => `The slug ${slug} is already used. Please try again.`,
  savedSince: "Somebody saved this post since you opened it. Reload it to see the changes.",
  updatedAtInvalid: "updatedAt must be the instant you last saw, or null.",
  queryTooLong: "A search has at most 200 characters.",
  deleted: "Post deleted successfully",
} as const;

/** Exact sentences and labels of the content screen (spec, sections 2, 5 and 8). */
export const contentScreen = {
  createPost: "Create Post",
  editPost: "Edit Post",
  managePosts: "Manage Posts",
  testSms: "Test SMS",
  today: "Today",
  preview: "Preview",
  nothingToPreview: "No content to preview",
  cancel: "Cancel",
  invalidSlugTitle: "Invalid Slug",
  invalidSlug: "Slug must be exactly 2 characters (a-z, 0-9 only)",
  dateInvalid: "Please enter the date as MM/DD/YYYY",
  success: "Success",
  error: "Error",
  created: "Post created successfully",
  updated: "Post updated successfully",
  createFailed: (message: string) => `Failed to create post: ${message}`,
  updateFailed: (message: string) => `Failed to update post: ${message}`,
  deleteFailed: (message: string) => `Failed to delete post: ${message}`,
  restoreFailed: (message: string) => `Failed to restore post: ${message}`,
  empty: "No posts found",
  createFirst: "Create Your First Post",
} as const;
