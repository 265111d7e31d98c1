/** Answers of the list of subscribers and its views. */
export const subscriberListMessages = {
  filterInvalid: "This filter isn’t valid.",
  cursorInvalid: "This page isn’t valid. Start from the first one.",
  viewNameRequired: "Please enter a name.",
  viewNameTooLong: "Please enter at most 60 characters.",
  viewNameTaken: "You already have a view with this name.",
  viewNotFound: "This view no longer exists.",
  viewDeleted: "View deleted",
  tooManyViews: "You can save up to 30 views. Delete one first.",
} as const;

/** How the team sees a subscription. */
export const personStatusLabels = {
  trialing: "Free Trial",
  active: "Active",
  past_due: "Past Due",
  paused: "Paused",
  canceled: "Cancelled",
  none: "No subscription",
} as const;

export const planLabels = { annual: "Annual", monthly: "Monthly" } as const;

export const channelLabels = { email: "Email", sms: "Text" } as const;

/** The list of subscribers. */
export const subscribersScreen = {
  title: "Subscribers",
  loading: "Loading subscribers",
  search: "Email, phone number, name, or ID",
  view: "View",
  views: "Views",
  builtIn: {
    all: "All",
    trial_ends_soon: "Trial ends soon",
    past_due: "Past due",
    unreachable: "Can’t be reached",
    never_onboarded: "Never signed up",
  },
  otherView: "Your filters",
  saveView: "Save as view",
  saveViewTitle: "Save this view?",
  saveViewText: "It keeps the filters and the sort order. Only you see it.",
  viewName: "Name",
  saveViewDone: "View saved",
  deleteView: "Delete view",
  save: "Save",
  columns: {
    name: "Subscriber",
    status: "Status",
    plan: "Plan",
    zone: "Zone",
    channels: "Channels",
    last: "Last briefing",
    joined: "Joined",
  },
  select: (name: string) => `Select ${name}`,
  selectAll: "Select everyone on this page",
  off: "Off",
  suppressed: "Suppressed",
  none: "None",
  noPlan: "No plan",
  today: "Today",
  notSent: (day: string) => `Not sent ${day}`,
  missed: (day: string) => `Failed ${day}`,
  waiting: "On its way",
  backOn: (date: string) => `Back after ${date}`,
  stops: (date: string) => `Stops ${date}`,
  range: (first: string, last: string, total: string) => `${first} to ${last} of ${total}`,
  previous: "Previous page",
  next: "Next page",
  noMatchTitle: "No one matches",
  noMatch: "Check the spelling, or remove a filter.",
  clearFilters: "Clear filters",
  emptyTitle: "No subscribers yet",
  empty: "People show up here as soon as they start a trial or you import them.",
  addFilter: "Filter",
  filterField: "Show subscribers by",
  filterValue: "Value",
  apply: "Add filter",
  clear: "Clear",
  removeFilter: (filter: string) => `Remove filter: ${filter}`,
  selected: (count: number) => `${count} selected`,
  selectedRegion: "Selected subscribers",
  exportSelected: "Export",
  exportAll: "Export CSV",
} as const;

/** The filters: what each is called, and what its values are. */
export const subscriberFilterLabels = {
  status: "Status",
  plan: "Plan",
  zone: "Time zone",
  channel: "Channel",
  suppressed: "Address",
  unreachable: "Reach",
  trialEndsWithin: "Trial ends",
  neverOnboarded: "Sign-up",
  attention: "Needs attention",
  joinedAfter: "Joined on or after",
  joinedBefore: "Joined before",
  hasPhone: "Phone number",
} as const;

export const subscriberFilterValues = {
  plan: { annual: "is annual", monthly: "is monthly", none: "is none" },
  channel: { email: "has email on", sms: "has texts on", none: "has both off" },
  suppressed: { true: "is suppressed", false: "is not suppressed" },
  unreachable: { true: "can’t be reached", false: "can be reached" },
  trialEndsWithin: {
    "3": "within 3 days",
    "7": "within 7 days",
  },
  neverOnboarded: { true: "never finished", false: "finished" },
  attention: {
    unfinished_sign_up: "never finished after all reminders",
    unreachable: "not reached by three briefings",
  },
  hasPhone: { true: "is set", false: "is not set" },
} as const;
