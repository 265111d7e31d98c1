import type { Timezone } from "@/lib/contracts/timezones";

/** The state of a sample subscription. */
export type SeedStatus =
  | "trialing"
  | "active"
  | "past_due"
  | "paused"
  /** Active, with a scheduled cancellation. */
  | "ending"
  /** Canceled, with some paid weeks left. */
  | "canceled_served"
  /** Canceled, with nothing left. */
  | "canceled_ended"
  /** Stopped immediately, although paid for. */
  | "stopped";

export type SeedPerson = {
  name: string;
  email: string;
  timezone: Timezone;
  status: SeedStatus;
  plan: "monthly" | "annual";
  /** E.164, from the ranges reserved for fiction. */
  phone?: string;
  channels: "email" | "email+text" | "text";
  /** Their phone number (stop) or email (hard_bounce) is suppressed. */
  suppressed?: "stop" | "hard_bounce";
};

const eastern = "America/New_York";
const central = "America/Chicago";
const mountain = "America/Denver";
const pacific = "America/Los_Angeles";
const london = "Europe/London";

type Extra = Partial<Pick<SeedPerson, "phone" | "channels" | "suppressed" | "plan">>;

function person(
  name: string,
  email: string,
  timezone: Timezone,
  status: SeedStatus,
  extra: Extra = {},
): SeedPerson {
  const channels = extra.channels ?? (extra.phone ? "email+text" : "email");
  return { name, email, timezone, status, plan: "monthly", ...extra, channels };
}

/**
 * Sample people for every zone, status, and combination of channels. Emails are at example domains,
 * and phone numbers are reserved for fiction (+1 415 555 01xx, +44 7700 900xxx).
 */
export const seedPeople: readonly SeedPerson[] = [
  person("Amara Osei", "amara.osei@example.com", eastern, "active", { plan: "annual" }),
  person("Daniel Brandt", "daniel.brandt@example.com", eastern, "active", {
    phone: "+14155550101",
    plan: "annual",
  }),
  person("Priya Raman", "priya.raman@example.com", eastern, "trialing", { phone: "+14155550102" }),
  person("Thomas Keller", "t.keller@example.com", eastern, "past_due"),
  person("Grace Whitfield", "grace.whitfield@example.com", eastern, "canceled_served", {
    phone: "+14155550103",
  }),
  person("Luis Ortega", "luis.ortega@example.com", eastern, "canceled_ended"),
  person("Hannah Stein", "hannah.stein@example.com", eastern, "active", {
    phone: "+14155550104",
    suppressed: "stop",
  }),
  person("Marcus Bell", "marcus.bell@example.com", eastern, "ending"),
  person("Emily Novak", "emily.novak@example.com", central, "active"),
  person("Robert Castillo", "r.castillo@example.com", central, "active", {
    phone: "+14155550111",
    plan: "annual",
  }),
  person("Sofia Lindgren", "sofia.lindgren@example.com", central, "trialing"),
  person("James O’Connor", "james.oconnor@example.com", central, "past_due", {
    phone: "+14155550112",
  }),
  person("Wei Zhang", "wei.zhang@example.com", central, "paused", { phone: "+14155550113" }),
  person("Olivia Grant", "olivia.grant@example.com", mountain, "active", { plan: "annual" }),
  person("Noah Petersen", "noah.petersen@example.com", mountain, "active", {
    phone: "+14155550121",
  }),
  person("Isabel Duarte", "isabel.duarte@example.com", mountain, "trialing", {
    phone: "+14155550122",
  }),
  person("Samuel Adeyemi", "samuel.adeyemi@example.com", mountain, "stopped", {
    phone: "+14155550123",
  }),
  person("Claire Fontaine", "claire.fontaine@example.com", mountain, "canceled_served"),
  person("Kenji Watanabe", "kenji.watanabe@example.com", pacific, "active"),
  person("Maya Cohen", "maya.cohen@example.com", pacific, "active", {
    phone: "+14155550131",
    plan: "annual",
  }),
  person("Victor Nguyen", "victor.nguyen@example.com", pacific, "trialing"),
  person("Leah Morrison", "leah.morrison@example.com", pacific, "active", {
    phone: "+14155550132",
    channels: "text",
  }),
  person("Adrian Popescu", "adrian.popescu@example.com", pacific, "active", {
    suppressed: "hard_bounce",
  }),
  person("Nina Kovač", "nina.kovac@example.com", pacific, "canceled_ended", {
    phone: "+14155550133",
  }),
  person("Oliver Hughes", "oliver.hughes@example.com", london, "active", { plan: "annual" }),
  person("Charlotte Reid", "charlotte.reid@example.com", london, "active", {
    phone: "+447700900101",
  }),
  person("Rohan Mehta", "rohan.mehta@example.com", london, "trialing", {
    phone: "+447700900102",
  }),
  person("Fiona Campbell", "fiona.campbell@example.com", london, "past_due"),
  person("George Asante", "george.asante@example.com", london, "ending", {
    phone: "+447700900103",
  }),
  person("Beatrice Wolfe", "beatrice.wolfe@example.com", london, "paused"),
];
