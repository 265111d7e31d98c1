import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { decodeTrie } from "cspell-trie-lib";

/** American English, without British spellings that aren't used in the US. */
const dictionaryFile = "node_modules/@cspell/dict-en_us/en_US.trie.gz";

/** Finance terms missing from the dictionary. */
const ownWords = new Set(
  `
  bps cryptocurrencies datacenter datacenters delist delisted ebitda fintech fintechs
  hyperscaler hyperscalers insurtech megacap megacaps petrodollar proptech reflation repo
  repos reshoring securitization securitizations securitize securitized stablecoin
  stablecoins subprime tokenize tokenized underwriters upsize upsized yuan
  `
    .trim()
    .split(/\s+/),
);

/** Lowercase words, so that names aren't checked. No parts of addresses. */
const lowerCaseWord = /(?<![\p{L}\p{N}./@_’'])\p{Ll}[\p{Ll}’']+(?![\p{L}\p{N}/@_]|\.\p{L}|:\/)/gu;

const shortestWord = 3;

let dictionary: Promise<ReturnType<typeof decodeTrie>> | undefined;

/** Read at the first use: it takes 0.2 s and 40 MB. */
async function loadDictionary() {
  const compressed = await readFile(join(process.cwd(), dictionaryFile));
  return decodeTrie(await promisify(gunzip)(compressed));
}

/**
 * The words of a text that aren't in the American dictionary, each once, in order. Names aren't checked,
 * nor anything else that has a capital letter or a digit.
 */
export async function findMisspellings(text: string): Promise<string[]> {
  dictionary ??= loadDictionary().catch((error: unknown) => {
    dictionary = undefined;
    throw error;
  });
  const words = await dictionary;
  const isKnown = (word: string) =>
    word.length < shortestWord || ownWords.has(word) || words.hasWord(word, false);
  const found = [...text.matchAll(lowerCaseWord)].map(([match]) =>
    match.replaceAll("’", "'").replace(/'+$/, ""),
  );
  return [...new Set(found)].filter((word) => !isKnown(word) && !isKnown(word.replace(/'s$/, "")));
}
