// The words of the editors' screens that the specification gives (sections 2, 5 and 8) and that no
// call carries.

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
  content: "Content",
  messages: "Messages",
  logout: "Logout",
} as const;
