/** Administrators' logins and accounts. */
export const adminMessages = {
  usernameRequired: "Please enter a username",
  passwordRequired: "Please enter a password",
  invalidCredentials: "Invalid credentials",
  loggedIn: "Login successful",
  loggedOut: "Logged out",
  usernameTaken: (username: string) => `An administrator named ${username} already exists.`,
  usernameInvalid:
    "Usernames can have letters from a to z, digits, and the characters . _ - @, at most 100.",
  unknownAdmin: (username: string) => `No administrator is named ${username}.`,
  lastOwner: (username: string) =>
    `${username} is the only owner who can log in. Make someone else an owner first.`,
  notYourself: "You can’t disable your own login.",
  notYourOwnFactor:
    "Turn off your own two-factor login in your account, with your password and a code.",
} as const;

/** The login screen, and the dialog that asks an editor to log in again. */
export const adminLoginScreen = {
  title: "Content Admin Login",
  username: "Username",
  password: "Password",
  submit: "Login",
  refusedTitle: "Authentication Failed",
  failed: "Login failed",
  networkTitle: "Network Error",
  networkError: (text: string) => `Error: ${text}`,
  againTitle: "Please log in again",
  againDescription:
    "Your session ended, but your work is still here. Log in here or in another tab to pick up where you left off.",
  notNow: "Not now",
} as const;

/** The roles' names. */
export const roleNames = {
  owner: "Owner",
  editor: "Editor",
  support: "Support",
} as const;

/** The navigation of the admin screens. A screen's own label comes from its own messages. */
export const adminNavigationLabels = {
  admin: "Admin",
  home: (name: string) => `${name} admin`,
  site: "Home",
  content: "Content",
  backToContent: "Back to Content",
  dailyMessages: "Daily Messages",
  messages: "Messages",
  settings: "Settings",
  needAttention: (count: number) => `${count} ${count === 1 ? "needs" : "need"} attention`,
  accountOf: (name: string) => `${name}, account menu`,
  yourAccount: "Your account",
  logOut: "Logout",
} as const;

/** Shown in place of a page that the role doesn't include. */
export const noAccessScreen = {
  title: "You don’t have access to this page",
  text: (page: string, role: string) =>
    `Your role, ${role}, doesn’t include ${page}. An owner of your team can change it.`,
  back: "Go to your first page",
} as const;

/** Texts that several editor screens share. */
export const editorMessages = {
  success: "Success",
  error: "Error",
  checkingSession: "Checking your session",
  notNow: "Not now",
  noAnswer: "We couldn’t reach the server. Your work is still here; please try again.",
  staleTitle: "This may be out of date",
  stale: "We couldn’t refresh it.",
  moreFailed: "Couldn’t load more",
  loadFailed: "We couldn’t load this.",
  tryAgain: "Try again",
  continueDraft: "Continue",
  discardDraft: "Discard",
  cancel: "Cancel",
  today: "Today",
  dateInvalid: "Please enter a date as MM/DD/YYYY.",
} as const;
