/** The team: members, invitations, and an administrator's own sessions. */
export const teamMessages = {
  nameRequired: "Please enter a name",
  nameTooLong: "Names can be at most 80 characters.",
  usernameRequired: "Please choose a username",
  alreadyMember: "Someone on your team already has this address.",
  alreadyInvited: "This address was already invited. You can send the invitation again.",
  unknownInvitation: "This invitation was accepted or withdrawn.",
  invitationInvalid:
    "This invitation was used, withdrawn, or has expired. Ask an owner to send it again.",
  emailRefused: "Email to this address is refused. Check the spelling.",
  emailUnknown: "We can’t tell whether the email was sent. Send it again if it doesn’t arrive.",
  emailUnavailable: "We couldn’t send the email. Please try again in a few minutes.",
  twoFactorFixed: "Two-factor login is required by the server’s configuration.",
  ownTwoFactorFirst: "Set up two-factor login for yourself first.",
  unknownSession: "This session has already ended.",
  sessionEnded: "Session ended",
  sessionsEnded: (count: number) => `${count} ${count === 1 ? "session" : "sessions"} ended`,
  nameChanged: "Name changed",
  roleChanged: (name: string, role: string) => `${name} is now ${role}`,
  disabled: (name: string) => `${name} can’t log in anymore`,
  enabled: (name: string) => `${name} can log in again`,
  twoFactorReset: (name: string) => `Two-factor login of ${name} turned off`,
  invited: (email: string) => `Invitation sent to ${email}`,
  withdrawn: "Invitation withdrawn",
  twoFactorRequired: "Two-factor login is now required",
  twoFactorOptional: "Two-factor login is now optional",
} as const;

/** `/admin/team`. */
export const teamScreen = {
  title: "Team",
  loading: "Loading the team",
  invite: "Invite someone",
  name: "Name",
  role: "Role",
  twoFactor: "Two-factor",
  lastActive: "Last active",
  sessions: "Sessions",
  actions: "Actions",
  actionsOf: (name: string) => `Actions for ${name}`,
  you: "you",
  app: "Authenticator app",
  off: "Off",
  disabled: "Disabled",
  never: "Not yet",
  notSignedUp: "Not signed up",
  invitedOn: (day: string, left: string) => `Invited ${day}, ${left}`,
  expiresIn: (days: number) => `expires in ${days} ${days === 1 ? "day" : "days"}`,
  expiresToday: "expires today",
  expired: "expired",
  sendAgain: "Send again",
  sendAgainTo: (email: string) => `Send again to ${email}`,
  withdraw: "Withdraw",
  withdrawFrom: (email: string) => `Withdraw the invitation of ${email}`,
  changeRole: "Change role",
  disable: "Disable",
  enable: "Enable",
  endSessions: "End sessions",
  resetTwoFactor: "Turn off two-factor",
  everyoneHasTwoFactor: "Everyone logs in with two-factor.",
  withoutTwoFactor: (count: number) =>
    count === 1
      ? "1 person logs in without two-factor."
      : `${count} people log in without two-factor.`,
  requireTwoFactor: "Require two-factor for everyone",
  requiredByServer: "Required by the server’s configuration.",
} as const;

/** The dialogs of Team. */
export const teamDialogs = {
  inviteTitle: "Invite someone",
  inviteText: "We’ll email them a link. It works once, for seven days.",
  email: "Email address",
  ownerPassword: "An owner can do everything, so we ask again.",
  send: "Send invitation",
  roleTitle: (name: string) => `Change the role of ${name}`,
  roleText: "It takes effect with their next click.",
  rolePassword: "A role decides what someone can do, so we ask again.",
  save: "Change role",
  disableTitle: (name: string) => `Disable ${name}?`,
  disableText:
    "They are logged out everywhere and can’t log in until you enable them. Their API tokens and open invitations are revoked permanently, and webhooks set up with the tokens are turned off. What they wrote stays.",
  disable: "Disable",
  loginPassword: "This affects someone’s login, so we ask again.",
  enableTitle: (name: string) => `Enable ${name}?`,
  enableText: "They can log in again, with the role they had.",
  endTitle: (name: string) => `End the sessions of ${name}?`,
  endText: "They are logged out everywhere and can log in again.",
  end: "End sessions",
  resetTitle: (name: string) => `Turn off two-factor for ${name}?`,
  resetText:
    "For a lost phone. They are logged out everywhere, and their next login needs only the password, which they then replace.",
  reset: "Turn off",
  requireTitle: "Require two-factor for everyone?",
  requireText: (count: number) =>
    count === 1
      ? "1 person is logged out and sets it up at their next login."
      : `${count} people are logged out and set it up at their next login.`,
  require: "Require it",
  optionalTitle: "Stop requiring two-factor?",
  optionalText:
    "Everyone can turn it off for themselves, and new members don’t need it. Those who have it keep it for now.",
  optional: "Stop requiring it",
  optionalPassword: "Everyone’s login gets weaker, so we ask again.",
  roles: {
    owner: "Everything, including the team, money, and settings.",
    editor: "Posts and messages.",
    support: "Subscribers: resend, pause, change details, refund up to $40 each, $200 a day.",
  },
} as const;

/** What each role can do, in words. */
export const permissionLabels = {
  title: "What each role can do",
  permission: "Permission",
  yes: "Yes",
  no: "No",
  upTo: (each: string, daily: string) => `Up to ${each}, ${daily} a day`,
  view: "See Today, subscribers, and deliveries",
  write: "Write posts and messages",
  approve: "Approve someone else’s briefing",
  help: "Resend, pause, send a login link",
  changeDetails: "Change an email, number, or zone",
  refund: "Refund or cancel",
  viewMoney: "See money",
  manageData: "Import, export, erase",
  manage: "Manage the team and settings",
} as const;

/** An administrator's own sessions, on Team and in their account. */
export const ownSessionsPanel = {
  title: "Your sessions",
  loading: "Loading your sessions",
  endOthers: "End all others",
  thisSession: "This session",
  end: "End",
  endLabel: (browser: string) => `End ${browser}`,
  unknownBrowser: "Unknown browser",
  now: "Now",
} as const;

/** An administrator's own name, in their account. */
export const ownNamePanel = {
  title: "Your name",
  hint: "Your team sees it in the history of changes.",
  label: "Name",
  save: "Save name",
} as const;

/** `/admin-invitation/{token}`. */
export const invitationScreen = {
  title: "Join the team",
  loading: "Checking your invitation",
  text: (email: string, role: string) => `You were invited as ${role}, at ${email}.`,
  twoFactor: "Two-factor login is required, so you set it up next.",
  name: "Your name",
  username: "Username",
  usernameHint: "You’ll log in with it.",
  password: "Password",
  accept: "Join",
  invalid: "This invitation doesn’t work",
  logIn: "Log in",
} as const;
