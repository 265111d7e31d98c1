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
  home: "Home",
  content: "Content",
  dailyMessages: "Daily Messages",
  backToContent: "Back to Content",
  messages: "Messages",
  logout: "Logout",
} as const;

/** The screen of daily messages. */
export const dailyMessagesScreen = {
  newMessage: "New Message",
  create: "Create Message",
  smsLimit: "SMS limit: 160 chars per message",
  empty: "No messages yet",
  deleteQuestion: "Are you sure you want to delete this message?",
  today: "Today",
  active: "Active",
  inactive: "Inactive",
  successTitle: "Success",
  created: "Daily message created successfully",
  updated: "Daily message updated successfully",
  deleted: "Daily message deleted successfully",
  errorTitle: "Error",
  createFailed: "Failed to create message",
  updateFailed: "Failed to update message",
  deleteFailed: "Failed to delete message",
} as const;
