/** Administrators' logins and accounts. */
export const adminMessages = {
  usernameRequired: "Please enter a username",
  passwordRequired: "Please enter a password",
  invalidCredentials: "Invalid credentials",
  loggedIn: "Login successful",
  loggedOut: "Logged out",
  usernameTaken: (username: string) => `An administrator named ${username} already exists.`,
  usernameInvalid: "Usernames must be 1 to 100 characters, with no leading or trailing spaces.",
  unknownAdmin: (username: string) => `No administrator is named ${username}.`,
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

/** Labels of the editors' headers. */
export const adminNavigationLabels = {
  home: "Home",
  content: "Content",
  dailyMessages: "Daily Messages",
  backToContent: "Back to Content",
  messages: "Messages",
  security: "Security",
  logout: "Logout",
} as const;

/** Texts that several editor screens share. */
export const editorMessages = {
  success: "Success",
  error: "Error",
  checkingSession: "Checking your session",
  noAnswer: "We couldn't reach the server. Your work is still here; please try again.",
  staleTitle: "This may be out of date",
  stale: "We couldn't refresh it.",
  moreFailed: "Couldn't load more",
  tryAgain: "Try again",
  continueDraft: "Continue",
  discardDraft: "Discard",
  cancel: "Cancel",
  today: "Today",
} as const;
