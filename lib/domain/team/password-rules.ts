import { brand } from "@/lib/brand";
import { passwordLength } from "@/lib/contracts/admin/security";
import { adminSecurityMessages as messages } from "@/lib/messages/admin-security";
import { AppError } from "@/lib/platform/app-error";

/** Whose password it is, and whether a second factor protects the account. */
export type PasswordOwner = { username: string; email: string | null; hasSecondFactor: boolean };

const field = "password";
/** Shorter names appear in too many words. */
const minNameLength = 4;
/** A password that only repeats something this short is as weak as a common one. */
const maxRepeatedLength = 7;

/**
 * Checks a new administrator password (NIST SP 800-63B, section 5.1.1): at least as long as
 * `passwordLength` says; not a common one; without the owner's name or address, or the product's name. There
 * are no rules about kinds of characters.
 *
 * @throws AppError 400 that says which rule it breaks
 */
export async function requireGoodPassword(password: string, owner: PasswordOwner): Promise<void> {
  // Keyboards can produce different code points for the same character.
  const normalized = password.normalize("NFKC");
  const { alone, withSecondFactor } = passwordLength;
  const minLength = owner.hasSecondFactor ? withSecondFactor : alone;
  if (Array.from(normalized).length < minLength) {
    throw new AppError(400, messages.passwordTooShort(minLength), { field });
  }
  const lowercase = normalized.toLowerCase();
  if (namesOf(owner).some((name) => lowercase.includes(name))) {
    throw new AppError(400, messages.passwordContainsName, { field });
  }
  if (await isCommon(lowercase)) throw new AppError(400, messages.passwordCommon, { field });
}

function namesOf({ username, email }: PasswordOwner): string[] {
  return [username, email ?? ""]
    .flatMap((each) => [each, each.split("@")[0] ?? ""])
    .concat(brand.productKey)
    .map((name) => name.normalize("NFKC").toLowerCase())
    .filter((name) => name.length >= minNameLength);
}

async function isCommon(lowercase: string): Promise<boolean> {
  const common = await loadCommonPasswords();
  const repeated = /^(.+?)\1+$/su.exec(lowercase)?.[1];
  if (repeated !== undefined && Array.from(repeated).length <= maxRepeatedLength) return true;
  return common.has(lowercase) || (repeated !== undefined && common.has(repeated));
}

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** 49,000 words that almost nothing needs, so they are loaded with the first new password. */
function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  commonPasswords ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"].map(String)),
  );
  return commonPasswords;
}
