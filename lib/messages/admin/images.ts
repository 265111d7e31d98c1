import { countOf, formatCount } from "../counts";

const types = "JPEG, PNG, WebP, AVIF, or GIF";

/** Why a file can't be an image of a post. */
export const imageProblems = {
  otherKind: `That isn't an image we can use. Upload a ${types} file.`,
  damaged: "The image is damaged or incomplete. Save it again, then upload it.",
  animated: "Animated images aren't supported. Upload a still one.",
  tooManyPixels: (width: number, height: number, most: number) =>
    `The image has ${formatCount(width)} × ${formatCount(height)} pixels. The most is ${formatCount(most / 1e6)} million in all. Make it smaller, then upload it.`,
  tooLarge: (limitBytes: number) =>
    `The file is larger than ${formatCount(limitBytes / 1024 ** 2)} MB. Make it smaller, then upload it.`,
  nameRequired: "Give the file's name.",
  altTooLong: (most: number) => `The alt text can have up to ${formatCount(most)} characters.`,
} as const;

/** Answers of the API about images. */
export const imageMessages = {
  notFound: "There's no such image.",
  deleted: "The image was deleted.",
  used: "This image is in a post, in an earlier version of one, or in a sent email, so it can't be deleted.",
} as const;

/** The screen with all images. */
export const imagesScreen = {
  title: "Images",
  back: "Posts",
  upload: "Upload an image",
  search: "Search images",
  loading: "Loading the images",
  filterLabel: "Show",
  filters: { all: "All", unused: "Unused" },
  empty: "No images yet",
  emptyHint: "Upload one here, or drop or paste one into a post.",
  noMatch: (search: string) => `No image's name or alt text contains “${search}”.`,
  noUnused: "Every image is used.",
  showAll: "Show all images",
  loadMore: "Load more",
  usedIn: "Used in",
  usedEarlier: "In an earlier version or a sent email",
  unused: "Not used",
  more: (count: number) => `and ${countOf(count, "more post", "more posts")}`,
  noAlt: "No alt text",
  editAlt: (name: string) => `Edit the alt text of ${name}`,
  altTitle: "Alt text",
  altNote: "Posts that show the image already keep theirs.",
  save: "Save",
  saved: "The alt text was saved.",
  open: (name: string) => `Open ${name}`,
  deleteShort: "Delete",
  delete: (name: string) => `Delete ${name}`,
  deleteTitle: "Delete this image?",
  deleteNote: "Its files are deleted from our storage. This can't be undone.",
  confirmDelete: "Delete image",
  clear: "Delete unused images",
  clearTitle: "Delete all unused images?",
  clearSteps: (days: number) => [
    "Images that no post, earlier version, or sent email shows are deleted, with their files. This can't be undone.",
    `Images from the last ${countOf(days, "day")} stay: a text that shows one may not be saved yet.`,
  ],
  cleared: "Unused images were deleted.",
  size: (width: number, height: number, bytes: number) =>
    `${formatCount(width)} × ${formatCount(height)}, ${formatCount(Math.ceil(bytes / 1024))} KB`,
} as const;

/** The dialog that puts an image into a post. */
export const imageDialogMessages = {
  title: "Image",
  sources: "Where the image comes from",
  upload: "Upload",
  library: "Library",
  address: "Web address",
  choose: "Choose a file",
  chooseHint: `Or drop or paste one. ${types}, up to 20 MB.`,
  uploading: (name: string) => `Uploading ${name}`,
  processing: "Making smaller versions",
  progress: (sentBytes: number, totalBytes: number) =>
    totalBytes < 1e6
      ? `${Math.round(sentBytes / 1e3)} of ${Math.ceil(totalBytes / 1e3)} KB`
      : `${(sentBytes / 1e6).toFixed(1)} of ${(totalBytes / 1e6).toFixed(1)} MB`,
  again: "Choose another",
  alt: "Alt text",
  altHint: "Say what the image shows, for people who can't see it.",
  altMissing: "Add alt text so the image works in email with images off.",
  url: "URL",
  urlInvalid: "Please enter an image URL, such as https://…",
  size: "Size",
  sizeHint: "Width and height in pixels, such as 1280x720, so the page doesn't jump as it loads.",
  insert: "Use this image",
  insertNamed: (name: string) => `Use ${name}`,
  stillUploading: "Wait until the upload is done.",
  nothingChosen: "Choose an image first.",
} as const;
