/**
 * Sample daily messages, oldest first. The first twelve have a post in `seedPosts`. They use only
 * GSM-7 characters, so that a text with its link fits in one segment.
 */
export const seedMessages: readonly string[] = [
  "1. Money funds hit $7.24tn, a record\n2. Treasurers lock in yields for longer\n3. Bank deposit costs ease to 2.31%",
  "1. Treasury borrows $43bn more, in bills\n2. 10-year eases 4bp to 4.22%\n3. Buybacks rise to $38bn a quarter",
  "1. 30-year gilt sale covered 2.9 times\n2. UK budget adds half the debt feared\n3. Sterling calm at $1.318",
  "1. Copper at a 9-month high, stocks thin\n2. Big mine cuts output by 90,000t\n3. Cable makers pass the cost on",
  "1. Yen shorts fall for an 11th week\n2. Japan's insurers bring money home\n3. Rate rise by spring seen at 71%",
  "1. Office loans: 5 extended per default\n2. Best rents up 3.1%, the rest slip\n3. Banks' share falls to $687bn",
  "1. Nine credit funds cut their dividend\n2. Bad loans at 1.9%, below average\n3. Loan spreads widen at last",
  "1. Euro inflation 2.1%, services ease\n2. Rate cut now seen at 64%\n3. German orders fall 1.1%",
  "1. Brent under $70, output to rise\n2. Oil surplus seen by early next year\n3. Shale firms trim spending by 4%",
  "1. 10-year at 4.11%, a 3-month low\n2. Brent slips again, to $68.85\n3. ECB seen cutting, then a pause",
  "1. Chip tool orders jump 19%\n2. Memory prices rise a third time\n3. Utilities add $29bn for data centers",
  "1. US adds 62,000 jobs, 95,000 expected\n2. Hiring rate 3.3%, lowest since 2013\n3. Odds of a cut rise to 69%",
  "1. Retail sales up 0.4%, online leads\n2. Gold holds above $3,900\n3. Two big insurers agree to merge",
  "1. Fed minutes: most see more cuts\n2. Card arrears fall to 2.9%\n3. Swiss bank to buy back $3bn of shares",
  "1. China exports up 5.1%, less to US\n2. Iron ore drops 3% on steel curbs\n3. Dollar at its weakest since June",
  "1. Core inflation 2.8%, as expected\n2. Airlines lift profit outlook by 6%\n3. Bitcoin funds lose $1.2bn",
  "1. Bank of England holds at 3.75%\n2. UK wages slow to 4.2%\n3. Builders rally as mortgages get cheaper",
  "1. Home sales up 2.7% as rates ease\n2. Carmaker recalls weigh on profit\n3. Wheat near a five-year low",
  "1. Durable orders beat, up 1.3%\n2. Junk bond spreads at 2.9 points\n3. Sweden cuts to 1.5%",
  "1. Consumer mood at a six-month high\n2. Natural gas up 8% on cold forecast\n3. IPO count passes last year's total",
];
