/** Answers of the calls that read and write posts. */
export const postMessages = {
  notFound: "Post not found",
  slugLength: (length: number) => `Slug must be exactly ${length} characters`,
  slugCharacters: "Only lowercase letters (a-z) and numbers (0-9) allowed",
  titleRequired: "Please enter a title",
  titleTooLong: "Titles can be up to 300 characters.",
  fullDateInvalid: "The post date must look like March 5, 2025.",
  shortDateInvalid: "The short date must look like 05 MAR.",
  shortDateMismatch: (shortDate: string, fullDate: string) =>
    `The short date ${shortDate} doesn’t match ${fullDate}.`,
  contentRequired: "The content must be text.",
  threadTermsInvalid: "threadTerms must be text or null.",
  threadTermsTooLong: "Terms can have up to 200 characters together.",
  emailSubjectInvalid: "emailSubject must be text or null.",
  emailSubjectTooLong: (longest: number) => `Email subjects can be up to ${longest} characters.`,
  isDraftInvalid: "isDraft must be true or false.",
  readTimeInvalid: "Read time must be a whole number of at least 1.",
  slugTaken: (slug: string, title: string, fullDate: string) =>
    `The slug ${slug} is already used by “${title}” (${fullDate}).`,
  slugJustTaken: (slug: string) => `The slug ${slug} is already taken. Please try again.`,
  changed: "Someone saved this post while you were editing. Reload it to see their changes.",
  updatedAtInvalid: "updatedAt must be the timestamp you last saw, or null.",
  queryTooLong: "Searches can be up to 200 characters.",
  deleted: "Post deleted successfully",
} as const;

/** The content screen (docs/product-spec.md, sections 8.2 and 8.3). */
export const contentScreen = {
  /** `day` is like Dec 1; null for right away. */
  publish: (day: string | null) => (day === null ? "Publish now" : `Schedule for ${day}`),
  createPost: "Create Post",
  editPost: "Edit Post",
  updatePost: "Update Post",
  saveDraft: "Save Draft",
  unpublish: "Unpublish",
  draft: "Draft",
  scheduled: "Scheduled",
  published: "Published",
  goesOut: (day: string, notSentOn: "weekends" | "days off" | null) =>
    notSentOn === null
      ? `When published, it goes out with the briefing for ${day}, and is on the site from midnight London time.`
      : `When published, it’s on the site from ${day}, midnight London time. Nothing is sent on ${notSentOn}.`,
  goesOutToday:
    "When published, it’s on the site right away, and in the briefing of the zones that haven’t been sent yet.",
  onSiteAtOnce: "When published, it’s on the site right away.",
  changesSite: "Changes the web page only; this post wasn’t sent.",
  managePosts: "Manage Posts",
  testSms: "Test SMS",
  invalidSlugTitle: "Invalid Slug",
  invalidSlug: (length: number) => `Slug must be exactly ${length} characters (a-z, 0-9 only)`,
  dateInvalid: "Please enter the date as MM/DD/YYYY",
  created: "Post created successfully",
  draftSaved: "Draft saved",
  nowPublished: "Post published",
  nowDraft: "Post unpublished",
  updated: "Post updated successfully",
  createFailed: (message: string) => `Failed to create post: ${message}`,
  updateFailed: (message: string) => `Failed to update post: ${message}`,
  deleteFailed: (message: string) => `Failed to delete post: ${message}`,
  restoreFailed: (message: string) => `Failed to restore post: ${message}`,
  openFailed: (message: string) => `Couldn’t open the post: ${message}`,
  undo: "Undo",
} as const;

/** The list of posts. */
export const managePostsScreen = {
  search: "Search posts",
  loading: "Loading posts",
  empty: "No posts found",
  createFirst: "Create Your First Post",
  firstHint: "Write your first post and pick its date.",
  noMatch: (search: string) => `No posts match “${search}”.`,
  showAll: "Show all posts",
  scheduled: (fullDate: string) => `Scheduled for ${fullDate}`,
  states: "Show",
  all: "All",
  draft: "Drafts",
  scheduledOnes: "Scheduled",
  published: "Published",
  noneInState: "No posts are in this state.",
} as const;

/** Unsaved work on posts, and posts that someone else changed in the meantime. */
export const postDraftMessages = {
  savedInBrowser: "Draft saved in this browser.",
  noRoomTitle: "This browser is out of storage, so your draft isn’t being saved",
  noRoom: "Save your work before you leave this page.",
  restoredTitle: "We restored your draft",
  restored: (when: string) => `Last edited on ${when}. It isn’t on the site yet.`,
  keepEditing: "Keep editing",
  discardRestored: "Discard draft",
  unsavedTitle: "Unsaved drafts",
  newPost: "New post",
  untitled: "Untitled",
  discarded: "Your changes were discarded",
  deletedTitle: "This post was deleted while you were editing",
  deleted: "Your text is still here.",
  becomeNewPost: "Turn it into a new post",
  becameNewPost: "This post was deleted while you were editing. Your text is now in a new post.",
  conflictTitle: "Someone saved this post while you were editing",
  conflict: (username: string | null, when: string) =>
    `${username ?? "Someone"} saved it on ${when}. Compare both versions, then choose one.`,
  identical: "Both versions are the same.",
  theirs: "Theirs",
  yours: "Yours",
  loadTheirs: "Load theirs, set mine aside",
  continueWithMine: "Continue with mine",
  continuingTitle: "You’re still editing your version",
  continuing: "Saving it will overwrite theirs.",
  asideTitle: "Your version",
  restoreMine: "Switch back to mine",
  discardMine: "Discard mine",
} as const;

/** The content field of a post and its visual editor. */
export const contentFieldMessages = {
  label: "Content",
  write: "Write",
  source: "Source",
  sourceLabel: "Markdown source",
  preview: "Preview",
  loadingPreview: "Loading the preview",
  loadingEditor: "Loading the editor",
  nothingToPreview: "No content to preview",
  keys: "Ctrl+B, Ctrl+I, and Ctrl+K add bold, italics, and links. In lists and tables, press Esc, then Tab, to leave.",
  tooLong: "This post is too long for the visual editor, so you’re editing its source.",
  pastedTooLong:
    "That’s too long to paste into the visual editor, so you’re now editing the source. Paste it again here.",
  failed: "The visual editor can’t show this post, so you’re editing its source.",
  code: "Code",
  sourcePart: "Markdown of this part",
  sourcePartHint: "The editor shows this part as text, such as notes or HTML.",
  pastedMarkdown: "What you pasted looks like Markdown.",
  readMarkdown: "Use its formatting",
  tooLargeTitle: "This post is too long",
  tooLarge: (sizeKb: string, limitKb: string) =>
    `It’s ${sizeKb} KB. The limit is ${limitKb} KB, including the title and dates.`,
  imagesLeftOutTitle: "Images were left out",
  imagesLeftOut:
    "To add them, drop each file into the text, paste it by itself, or use Insert image.",
  imagesInCells: "Images can’t be pasted into a table cell.",
  insertImage: "Insert image",
  linkUrl: "URL",
} as const;

/** The field with the words that a post shares with earlier ones. */
export const threadFieldMessages = {
  label: "Earlier on this",
  hint: "Words that earlier posts share, separated by commas. Empty: chosen from the title and headings. A dash: none.",
  found: (titles: readonly string[]) =>
    `The saved post leads to ${new Intl.ListFormat("en-US").format(titles)}. Correct the words, separated by commas, or enter a dash for none.`,
} as const;

/** The field with the subject line of a post's email. */
export const emailSubjectMessages = {
  label: "Email subject",
  hint: "Empty: the title.",
} as const;

/** The slug field of a post. */
export const slugFieldMessages = {
  hint: "Two characters, a-z or 0-9.",
  longHint: "Three characters, a-z or 0-9. All two-character slugs are taken.",
  available: "Available:",
  choose: (slug: string) => `Use ${slug}`,
  fewLeft: (free: string, all: string) => `Only ${free} of ${all} slugs left.`,
} as const;
