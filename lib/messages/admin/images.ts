import { countOf, formatCount } from "../counts";

const types = "JPEG, PNG, WebP, AVIF, or GIF";

/** Why a file can't be an image of a post. */
export const imageProblems = {
  otherKind: `We can’t use this file. Upload a ${types}.`,
  damaged: "This image is damaged or incomplete. Save a new copy and upload that.",
  animated: "Animated images aren’t supported. Upload a still image.",
  tooManyPixels: (width: number, height: number, most: number) =>
    `The image is ${formatCount(width)} × ${formatCount(height)} pixels; the limit is ${formatCount(most / 1e6)} million in total. Make it smaller and try again.`,
  tooLarge: (limitBytes: number) =>
    `The file is over ${formatCount(limitBytes / 1024 ** 2)} MB. Make it smaller and try again.`,
  nameRequired: "Enter a file name.",
  altTooLong: (most: number) => `Alt text can be up to ${formatCount(most)} characters.`,
} as const;

/** Answers of the API about images. */
export const imageMessages = {
  notFound: "This image doesn’t exist. It may have been deleted.",
  deleted: "The image was deleted.",
  used: "This image can’t be deleted because a post, a deleted post, an earlier version, or a sent email uses it.",
} as const;

/** The screen with all images. */
export const imagesScreen = {
  title: "Images",
  upload: "Upload images",
  uploaded: "The image was uploaded.",
  known: "This image is already in the library.",
  search: "Search images",
  loading: "Loading images",
  filterLabel: "Show",
  filters: { all: "All", unused: "Unused" },
  empty: "No images yet",
  emptyHint: "Upload one here, or drop or paste one into a post.",
  noneFound: "No images found",
  noMatch: (search: string) => `No images match “${search}”.`,
  noUnused: "Every image is in use.",
  showAll: "Show all images",
  usedIn: "Used in",
  usedEarlier: "In a deleted post, an earlier version, or a sent email",
  unused: "Unused",
  more: (count: number) => `and ${countOf(count, "more post", "more posts")}`,
  noAlt: "No alt text",
  altTitle: "Alt text",
  altNote: (name: string) =>
    `For new uses of ${name}. Posts that already use it keep their alt text.`,
  editAlt: (name: string) => `Edit the alt text of ${name}`,
  save: "Save",
  saved: "The alt text was saved.",
  open: (name: string) => `Open ${name}`,
  deleteShort: "Delete",
  delete: (name: string) => `Delete ${name}`,
  deleteTitle: "Delete this image?",
  deleteNote:
    "The image and all its sizes are permanently deleted. Copies can remain in caches for a while.",
  confirmDelete: "Delete image",
  clear: "Delete unused images",
  clearTitle: "Delete unused images?",
  clearNote: (count: number, days: number, most: number) =>
    `Of ${countOf(count, "unused image")}, those not uploaded or chosen in the last ${countOf(days, "day")} are permanently deleted, up to ${formatCount(most)} at once. The rest are kept, because an unsaved post may use them.`,
  cleared: (count: number) =>
    count === 0
      ? "There was nothing to delete: all unused images are recent."
      : `${countOf(count, "unused image was", "unused images were")} deleted.`,
  size: (width: number, height: number, bytes: number) =>
    `${formatCount(width)} × ${formatCount(height)}, ${formatCount(Math.ceil(bytes / 1024))} KB`,
} as const;

/** The dialog that puts an image into a post. */
export const imageDialogMessages = {
  title: "Image",
  sources: "Where the image comes from",
  upload: "Upload",
  fromLibrary: "Library",
  address: "Web address",
  choose: "Choose a file",
  chooseHint: `Or drop or paste an image here. ${types}, up to 20 MB.`,
  uploading: (name: string) => `Uploading ${name}`,
  processing: "Creating smaller sizes",
  progress: (sentBytes: number, totalBytes: number) =>
    totalBytes < 1e6
      ? `${Math.round(sentBytes / 1e3)} of ${Math.ceil(totalBytes / 1e3)} KB`
      : `${(sentBytes / 1e6).toFixed(1)} of ${(totalBytes / 1e6).toFixed(1)} MB`,
  again: "Replace",
  alt: "Alt text",
  altHint: "Describe the image for people who can’t see it.",
  altMissing: "Add alt text so the image works in email with images off.",
  url: "URL",
  urlInvalid: "Please enter an image URL, such as https://…",
  size: "Size",
  sizeHint: "Width and height in pixels, such as 1280x720, so the page doesn’t jump as it loads.",
  insert: "Use this image",
  insertNamed: (name: string) => `Use ${name}`,
  stillUploading: "Wait for the upload to finish.",
  nothingChosen: "Choose an image first.",
} as const;
