import { brand } from "../brand";

/** Administrators' passwords and second factors. */
export const adminSecurityMessages = {
  newPasswordRequired: "Please enter a new password",
  passwordTooShort: (characters: number) => `Passwords must be at least ${characters} characters.`,
  passwordTooLong: "Passwords can be at most 200 characters.",
  passwordCommon: "This password is too common. Choose a different one.",
  passwordContainsName:
    "Passwords can’t contain your username, your email address, or the product’s name.",
  passwordUnchanged: "Choose a password that’s different from the current one.",
  codeRequired: "Please enter a code",
  codeWrong: "That code isn’t right. Check the time on your phone, or wait for the next code.",
  loginExpired: "This login has ended. Please enter your username and password again.",
  stepNotDue: "This login doesn’t need that step.",
  currentPasswordRequired: "Please enter your current password",
  currentPasswordWrong: "That isn’t your current password.",
  passwordChanged: "Password changed",
  twoFactorIsOn: "Two-factor login is already on.",
  twoFactorIsOff: "Two-factor login is off.",
  twoFactorRequired: "Two-factor login is required here, so it can’t be turned off.",
  passwordTooShortAlone: (characters: number) =>
    `Your password has fewer than ${characters} characters, so two-factor login must stay on. Choose a longer password first.`,
  twoFactorTurnedOff: "Two-factor login turned off",
  deviceRemoved: "Browser removed",
  unknownDevice: "This browser was already removed.",
  nextCode: "Enter the code from your authenticator app.",
  nextTwoFactor: "Set up two-factor login to continue.",
  nextPassword: "Choose a new password to continue.",
} as const;

/** The steps of a login after the password, and the same forms in the account. */
export const adminLoginStepsScreen = {
  codeTitle: "Enter your code",
  codeIntro: `Open your authenticator app and enter the six-digit code for ${brand.name}. Lost your phone? Enter one of your recovery codes instead.`,
  code: "Code",
  twoFactorTitle: "Set up two-factor login",
  twoFactorIntro:
    "Scan this with an authenticator app on your phone, then enter the code it shows.",
  turnOffTitle: "Turn off two-factor login?",
  qrCode: "QR code for your authenticator app",
  key: "Can’t scan it? Enter this key in the app:",
  preparing: "Preparing your key",
  newCode: "Code from the app",
  recoveryTitle: "Save your recovery codes",
  recoveryIntro:
    "Each of these codes replaces your phone once. Store them somewhere safe: we can’t show them again.",
  copy: "Copy codes",
  copied: "Copied",
  saved: "I saved them",
  passwordTitle: "Choose a new password",
  passwordIntro: "Your current password was generated. Choose your own to continue.",
  newPassword: "New password",
  newPasswordHint: (characters: number) =>
    `At least ${characters} characters. A few unrelated words are easy to remember.`,
  repeatPassword: "Repeat new password",
  passwordMismatch: "The passwords don’t match.",
  submit: "Continue",
  startOver: "Start over",
} as const;

/** The screen of an administrator's own login. */
export const adminSecurityScreen = {
  signedInAs: (username: string) => `You’re logged in as ${username}.`,
  loading: "Loading your account",
  failed: "We couldn’t load your account",
  twoFactor: "Two-factor login",
  on: "On",
  off: "Off",
  offHint: "Besides your password, a login then needs a code from an app on your phone.",
  onHint: (codes: number) =>
    codes === 1
      ? "You have 1 recovery code left. Get new ones soon."
      : `You have ${codes} recovery codes left.`,
  required: "It’s required here, so it can’t be turned off.",
  setUp: "Set up",
  newCodes: "New recovery codes",
  newCodesHint: "Your earlier recovery codes stop working, and your other sessions end.",
  turnOff: "Turn off",
  turnOffHint: "A login then needs only your password.",
  enterPassword: "Enter your current password first. Your other sessions end when you’re done.",
  currentPassword: "Current password",
  password: "Password",
  changePassword: "Change password",
  passwordHint: "Your other sessions end when you change it.",
  cancel: "Cancel",
  devices: "Known browsers",
  devicesHint: (email: string | null) =>
    "Browsers you’ve logged in with in the last 90 days. " +
    `A login from any other browser is reported to ${email ?? "the operator"}.`,
  noDevices: "There are no known browsers.",
  current: "This browser",
  lastLogin: (day: string, network: string | null) =>
    network === null ? `Last login ${day}` : `Last login ${day} from ${network}`,
  remove: "Remove",
  removeLabel: (browser: string) => `Remove ${browser}`,
} as const;
