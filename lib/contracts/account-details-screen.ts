// The words of the account details that the specification gives (sections 2, 4 and 8) and that no
// call carries. They stand apart from the schemas, so that the screen's script carries none.

/** The account details. */
export const accountDetailsScreen = {
  title: "Your account",
  logOut: "Log out",
  backToHome: "Back to Home",
  save: "Save Changes",
  updated: "Account updated",
  updateFailed: "Update failed",
  subscription: "Subscription Management",
  cancel: "Cancel subscription",
  keep: "Keep subscription",
  cancelling: "Cancelling...",
  cancelled: "Subscription cancelled",
  cancelFailed: "Cancellation failed",
  sessionEnded: "Your session has ended",
  loginAgain: "Please log in again.",
  failed: "Something went wrong. Please try again.",
} as const;
