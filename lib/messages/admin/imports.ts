import { countOf, formatCount } from "../counts";

/** Answers of the import of subscribers. */
export const importMessages = {
  fileRequired: "Please choose a file.",
  fileEmpty: "The file is empty.",
  fileTooLarge: "The file is larger than 50 MB. Split it into smaller ones.",
  tooManyColumns: (limit: number) =>
    `The file has more than ${formatCount(limit)} columns. Remove some.`,
  tooManyRows: (limit: number) =>
    `The file has more than ${formatCount(limit)} rows. Split it into smaller ones.`,
  noHeader: "The file has no header line that names its columns.",
  addressesInHeader:
    "The first line has an email address where the names of the columns should be. Add a first line such as “email,name”, and upload the file again.",
  lostCharacters:
    "Some characters in the file were lost. Export it again, or save it as “CSV UTF-8”.",
  undecided: (columns: readonly { header: string; optedOut: number }[]) => {
    const names = columns.map(({ header }) => `“${header}”`);
    const optedOut = Math.max(...columns.map((each) => each.optedOut));
    const looks =
      optedOut > 0 ? ` ${countOf(optedOut, "person looks", "people look")} unsubscribed.` : "";
    return `Choose what ${new Intl.ListFormat("en-US").format(names)} means first, or that it isn’t imported.${looks}`;
  },
  noEmailColumn: "Choose the column that has the email addresses.",
  textsNotImported: "A file can’t turn texts on: each person does that, with consent.",
  columnTwice: "Two columns are imported as the same thing. Choose one.",
  columnsChanged: "The file has a different number of columns. Upload it again.",
  tooManyFixes: "Please correct the file itself and upload it again.",
  consentRequired: "Please confirm that these people agreed to get email from you.",
  nothingToImport: "No row can be imported. Correct the columns or the file first.",
  discarded: "File discarded",
  notFound: "This import no longer exists.",
  notWaiting: "This import has already started.",
  cannotUndo: "This import can’t be undone: briefings have been sent, or there’s a newer import.",
  unreadable: (line: number) =>
    `The file can’t be read from line ${line} on: a quotation mark is never closed.`,
} as const;

/** Why a row can't be imported. */
export const importProblemMessages = {
  cells: (expected: number, found: number) => `Expected ${expected} cells, found ${found}.`,
  email: "This isn’t a full email address.",
  status: "Choose active, trialing, past due, paused, or cancelled.",
  yesOrNo: "Enter yes or no, or a word such as subscribed or unsubscribed.",
  smsConsent: "Texts are on, but there’s no time of consent such as 2026-03-05T14:00:00Z.",
  plan: "Choose annual, monthly, or free.",
  until: "Enter a date as YYYY-MM-DD.",
  duplicate: (line: number) => `Same address as row ${line}.`,
} as const;

/** Why a cell of an imported row was left out. */
export const importLeftOutMessages = {
  name: "Left out: it’s longer than 200 characters.",
  phone: "Left out: it isn’t valid in its country, or can’t get texts.",
  timezone: "Left out: we don’t send in this zone.",
} as const;

/** The import screen. */
export const importScreen = {
  title: "Import",
  loading: "Loading imports",
  steps: ["File", "Check", "Import"],
  choose: "Choose a CSV file",
  chooseAnother: "Choose another file",
  drop: "Or drop it here. Files from Ghost, Substack, Mailchimp, beehiiv, Buttondown, Kit, and Stripe are recognized, and so is our own export. Nothing is imported until you’ve seen what will happen.",
  reading: "Checking…",
  sources: {
    own: "One of our own exports, so the columns are filled in.",
    ghost: "Looks like a Ghost export, so the columns are filled in.",
    substack: "Looks like a Substack export, so the columns are filled in.",
    mailchimp: "Looks like a Mailchimp export, so the columns are filled in.",
    beehiiv: "Looks like a beehiiv export, so the columns are filled in.",
    buttondown: "Looks like a Buttondown export, so the columns are filled in.",
    kit: "Looks like a Kit export, so the columns are filled in.",
    stripe: "Looks like a list of Stripe’s customers, so the columns are filled in.",
    unknown: "Check that the columns are right.",
  },
  willBeAdded: "Will be added",
  willBeUpdated: "Will be updated",
  alreadySame: "Already the same",
  needFix: "Need a fix",
  sameEmail: "same email, newer data",
  nothingChanges: "nothing changes",
  skippedUnlessFixed: "skipped unless you fix them",
  newPeople: "new people",
  columns: "Columns",
  inYourFile: "In your file",
  firstValue: "First value",
  importAs: "Import as",
  importedOf: (imported: number, all: number) => `${imported} of ${all} imported`,
  importHeaderAs: (header: string) => `Import ${header} as`,
  dontImport: "Don’t import",
  columnLabels: {
    email: "Email",
    name: "Name",
    first_name: "First name",
    last_name: "Last name",
    phone: "Phone number",
    timezone: "Time zone",
    status: "Subscription status",
    paid: "Paid: yes or no",
    plan: "Plan: annual, monthly, or comp",
    tier: "Name of a paid tier",
    until: "Paid until",
    email_on: "Gets email: yes, no, or a status",
    email_off: "No email: yes, no, or since when",
    email_lists: "Lists they get, or none",
    type: "Type: premium, unsubscribed, …",
    ignored: "Don’t import",
    sms_on: "Gets texts: true or false",
    sms_consent_at: "Time of consent to texts",
  },
  chooseMeaning: "Choose what it means",
  looksLikeStatus: (optedOut: number) =>
    optedOut === 0
      ? "Looks like a status."
      : `${countOf(optedOut, "person looks", "people look")} unsubscribed here.`,
  country: "Country of phone numbers without a country code",
  noCountry: "Leave those numbers out",
  emailOffNote: (count: number) =>
    `${countOf(count, "person", "people")} will get no email, because the file says that they opted out or can’t be reached.`,
  leftOutNote: (cells: readonly string[]) =>
    `Left out, though the people are imported: ${new Intl.ListFormat("en-US").format(cells)}.`,
  leftOutCells: {
    names: (count: number) => countOf(count, "name that’s too long", "names that are too long"),
    phones: (count: number) =>
      countOf(
        count,
        "phone number that can’t be read or texted",
        "phone numbers that can’t be read or texted",
      ),
    timezones: (count: number) =>
      countOf(count, "time zone that we don’t send in", "time zones that we don’t send in"),
  },
  downloadLeftOut: "Download these cells",
  subscription: "People without a status in the file",
  noSubscription: "Have no subscription and get no briefing",
  statusChoices: {
    active: "Get the briefing for free, until you end it",
    trialing: "Are in a free trial",
    past_due: "Are past due",
    paused: "Are paused",
    canceled: "Are cancelled",
  },
  rowsNeedFix: (count: number) => `${countOf(count, "row")} need${count === 1 ? "s" : ""} a fix`,
  downloadRows: "Download these rows",
  row: "Row",
  cellLabel: (column: string, line: number) => `${column}, row ${line}`,
  skipRow: "Skip row",
  andMore: (count: number) => `and ${formatCount(count)} more, in the download`,
  checkAgain: "Check again",
  consent: "Consent",
  consentLabel: "These people agreed to get email from me.",
  textsStayOff: "Texts stay off until each person confirms their number.",
  start: (count: number) => `Import ${countOf(count, "row")}`,
  nothingSentNow: "Nothing is sent now.",
  importing: (count: number) => `Importing ${countOf(count, "row")}`,
  canLeave:
    "You can leave this page. If it takes longer than a minute, we’ll email you when it’s done.",
  progress: (done: number, all: number) => `${formatCount(done)} of ${formatCount(all)}`,
  stop: "Stop and undo",
  imported: (count: number) => `${countOf(count, "row")} imported`,
  undone: "This import was undone.",
  added: "Added",
  updated: "Updated",
  skipped: "Skipped",
  undo: "Undo this import",
  undoHint:
    "You can undo until one of the added people gets a briefing. Added people are removed; updated people get their old data back.",
  confirmUndo: "Undo this import?",
  confirmUndoText:
    "Added people are removed, and updated people get their old data back. Anyone who has since subscribed or logged in is kept.",
  keep: "Keep it",
  undoneToast: "Import undone",
  undoneText: (removed: number, restored: number, kept: number) =>
    `${formatCount(removed)} removed, ${formatCount(restored)} restored${kept > 0 ? `, ${formatCount(kept)} kept` : ""}`,
  newImport: "Import another file",
  earlier: "Earlier imports",
  noneYet: "No file has been imported yet.",
  states: {
    checked: "Not started",
    running: "Running",
    done: "Imported",
    undone: "Undone",
  },
  open: (fileName: string) => `Open ${fileName}`,
} as const;
