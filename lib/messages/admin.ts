/** Administrators: their login and their accounts. */
export const adminMessages = {
  usernameRequired: "Please enter a username",
  passwordRequired: "Please enter a password",
  invalidCredentials: "Invalid credentials",
  loggedIn: "Login successful",
  loggedOut: "Logged out",
  usernameTaken: (username: string) => `There is already an administrator named ${username}.`,
  usernameInvalid: "A username has 1 to 100 characters and no spaces at its ends.",
  passwordTooShort: "A password has at least 8 characters.",
} as const;

/** The login of the editors. */
export const adminLoginScreen = {
  title: "Content Admin Login",
  submit: "Login",
  refusedTitle: "Authentication Failed",
  failed: "Login failed",
  invalidCredentials: "Invalid credentials",
  networkTitle: "Network Error",
  networkError: (text: string) => `Error: ${text}`,
} as const;

/** Labels of the editors' headers. */
export const adminNavigationLabels = {
  home: "Home",
  content: "Content",
  dailyMessages: "Daily Messages",
  backToContent: "Back to Content",
  messages: "Messages",
  logout: "Logout",
} as const;
