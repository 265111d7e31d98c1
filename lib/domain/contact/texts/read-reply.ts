import { brand } from "@/lib/brand";

/** A command that someone texted us. */
export type TextCommand = "STOP" | "START" | "HELP";

const stopWords =
  "stop|stopall|unsubscribe|cancel|end|quit|revoke|optout|remove|unsub|arret|arreter|desabonner|alto|parar|baja";

/** The most common typos of STOP and UNSUBSCRIBE. */
const mistyped = "stpo|sotp|tsop|stopp|stoop|stp|stopt|unsuscribe|unsubcribe|unsubscribed";

const commands: ReadonlyMap<string, TextCommand> = new Map([
  ...`${stopWords}|${mistyped}`.split("|").map((word) => [word, "STOP"] as const),
  ...["start", "yes", "unstop"].map((word) => [word, "START"] as const),
  ...["help", "info"].map((word) => [word, "HELP"] as const),
]);

/** What phones add below a text. */
const signature = /\n\s*(?:--\s*\n|(?:sent (?:from|via|with|using)|get outlook|envoye de) ).*$/s;

/** A reaction to one of our texts, which phones send with a quote of that text. */
const reaction =
  /^\W*(?:liked|loved|disliked|laughed at|emphasi[sz]ed|questioned|reacted|removed an?|to) [^“"]*[“"]/;

/** Says nothing about what's wanted. */
const courtesy = new RegExp(
  `\\b(?:${[
    "(?:you (?:have|got) )?(?:the )?wrong (?:number|person)",
    "not interested|no thank you|no thanks|thank you|thank u|thanks|thx|ty|please|pls|plz|kindly",
    "hi|hello|hey|sorry|ok|okay|sir|maam|guys|right now|now|immediately|asap|at once|just|again",
    "fucking|damn|the hell",
    "merci|svp|sil vous plait|por favor|gracias",
    brand.name.toLowerCase(),
  ].join("|")})\\b`,
  "g",
);

const messages = "(?:texts?|txts?|messages?|msgs?|sms)";

/** What may follow a request without changing it. */
const rest = `(?: (?:me|us|my|your|you|the|these|this|those|that|it|any|all|more|so|many|much|of|to|from|on|at|here|phone|cell|number|list|lists|ever|anymore|daily|morning|every|day|everyday|updates?|alerts?|notifications?|texting|messaging|and|${messages}))*`;

const someone = "(?:(?:can|could|will|would) (?:you|u)|you (?:need|have) to|you must)";
const wish = `(?:i (?:want|wish|need|would like)|id like)(?: you)? to|i said|i told you to|i asked you to|${someone}`;

/** Each of these is a request to stop, also when repeated. */
const requests = [
  `(?:(?:${wish}|reply|text|send) )?(?:stop|unsubscribe|unsub|opt out|optout|opt me out|revoke|remove|${mistyped})(?: consent)?${rest}`,
  "stop ?(?:to|2) ?(?:cancel|end|quit|stop|unsubscribe|opt out)",
  "(?:cancel|end|quit|revoke|stopall|arret|arreter|desabonner|alto|parar|baja)",
  `(?:(?:${wish}) )?(?:cancel|end)(?: (?:all|my|your|the|these|this|those|of|daily|text))* ${messages}`,
  `(?:(?:${wish}) )?(?:stop|quit|cease) (?:sending|texting|txting|messaging|contacting|bothering|spamming|harassing|bugging)${rest}`,
  `(?:dont|do not|never|(?:${wish}) not) (?:ever )?(?:text|txt|message|msg|contact|send|sms|spam|bother)${rest}`,
  `(?:i )?(?:dont|do not|no longer) (?:want|wish|need|care)(?: to)?(?: (?:get|getting|receive|receiving|be on|be texted))?${rest}`,
  `(?:(?:${wish}) )?(?:take|get|remove|delete|drop|lose) (?:me|us|my|this)(?: (?:name|phone|cell|number))*(?: (?:off|out))?${rest}`,
  `no (?:more|mas)(?: (?:of|these|those|your|the|daily))* (?:${messages}|texting|messaging|mensajes)${rest}`,
  "leave me alone",
  "arretez?(?: de)?(?: m?envoyer| les| ces| vos| des)* (?:messages|textos|sms)",
];

const isRequest = new RegExp(`^(?:(?:and )?(?:${requests.join("|")})(?: |$))+$`);

/** May be a request to stop, or something else. */
const mayBeRequest = new RegExp(
  `\\b(?:${stopWords}|opt (?:me )?out|cancell?ed|unsubscribed|wrong (?:number|person)|leave me alone|take me off|(?:dont|do not) (?:text|message|contact|send)|no more)\\b`,
);

/** Longer texts say more than that something should stop, so people should read them. */
const maxWords = 30;

/** Lowercase words without accents, apostrophes, punctuation, and emoji: `don't` is `dont`. */
function wordsOf(text: string): string {
  const plain = text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}|['’‘ʼ´`]/gu, "");
  if (reaction.test(plain)) return "";
  return (plain.replace(signature, "").match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
}

/**
 * Reads what someone texted us, in any case, script width, and punctuation. A request to stop may be a
 * sentence, such as `Please stop texting me`: since April 2025, any reasonable wording counts in the US
 * (47 CFR 64.1200(a)(10)). `unclear` contains a stop word, or says that we have the wrong number, and may
 * mean something else. Null for everything else.
 */
export function readReply(body: string): TextCommand | "unclear" | null {
  const words = wordsOf(body);
  const command = commands.get(words.replaceAll(" ", ""));
  if (command) return command;
  const request = words.replaceAll(courtesy, "").replaceAll(/ +/g, " ").trim();
  if (request.split(" ").length <= maxWords && isRequest.test(request)) return "STOP";
  return mayBeRequest.test(words) ? "unclear" : null;
}

/** Which story someone asks for: 1, 2, or 3, in any script's digits and with any punctuation. */
export function readStoryNumber(body: string): number | null {
  const [, digit] = /^[^\p{L}\p{N}]*([123])[^\p{L}\p{N}]*$/u.exec(body.normalize("NFKC")) ?? [];
  return digit === undefined ? null : Number(digit);
}
