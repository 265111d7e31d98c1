const title = /^(?:dr|mr|mrs|ms|miss|mx|prof|sir)\.?$/i;
const company =
  /\b(?:inc|llc|llp|ltd|limited|gmbh|corp|corporation|company|capital|partners|group|fund)\b/i;

/**
 * The name to greet someone by: the first name in what they entered when they paid. Null when that doesn't
 * look like a person's name, because a wrong name is worse than none.
 */
export function firstNameOf(name: string): string | null {
  if (/[\d@/:]/.test(name) || company.test(name)) return null;
  const [last = "", rest] = name.split(",");
  const words = (rest ?? last).split(/\s+/).filter((word) => word !== "" && !title.test(word));
  const [first] = words;
  if (first === undefined || !/^\p{L}[\p{L}\p{M}'’-]+$/u.test(first)) return null;
  const isOneCase = first === first.toUpperCase() || first === first.toLowerCase();
  return isOneCase ? capitalized(first) : first;
}

function capitalized(word: string): string {
  return word
    .toLowerCase()
    .replaceAll(/(?<![\p{L}\p{M}'’])\p{L}/gu, (letter) => letter.toUpperCase());
}
