// Over 300 lines because it is mostly text: the sample posts.

/** A sample post; its date is given when an empty database is filled. */
export type SeedPost = {
  slug: string;
  title: string;
  /** Whole minutes. */
  readTime: number;
  /** Markdown. */
  content: string;
};

/**
 * Twelve sample posts, oldest first. All figures, firms, and sources are invented. Over 300 lines,
 * because it is content.
 */
export const seedPosts: readonly SeedPost[] = [
  {
    slug: "mm",
    title: "Money-market funds pass a record. The cash is not moving",
    readTime: 2,
    content: `Everyone has a theory about the cash on the sidelines. The flows say that it is not on the sidelines at all: it lives there.

## Seven trillion, and comfortable

Assets in American money-market funds reached **$7.24 trillion** last week, up $38 billion, the ninth rise in ten weeks. Households hold $2.9 trillion of it. The average seven-day yield is 4.02%, and it has fallen by only 31 basis points since the first cut. ([Weekly fund flows](https://funds.example/weekly-assets))

The lesson of the last two easing cycles is dull and useful: balances fell only once yields were under 2%. At the pace that futures imply, that is three years away.

## Corporate treasurers go longer

Treasurers are the exception. Prime institutional funds have stretched their average maturity to 41 days, from 27 in the spring, to lock in today’s yields.

> We are not reaching for yield. We are reaching for time.
>
> A treasurer at a listed logistics group

## Banks feel it last

Deposit costs at mid-sized banks slipped to **2.31%**, from 2.44% a quarter ago, yet deposits themselves grew by just 0.4%. Net interest margins widened anyway, because loans reprice faster than savers leave. Two lenders raised guidance; nine of the twelve that have reported beat estimates by more than 5%. ([Results tracker](https://banks.example/results))

**What to watch:** the share of new cash going into six-month bills. It was 18% last month; above 25%, the comfort is ending.`,
  },
  {
    slug: "tb",
    title: "Treasury lifts bill supply and leaves coupon sizes alone",
    readTime: 2,
    content: `The refunding statement kept its most watched words, “at least the next several quarters”, and the long end breathed out.

## Bills take the strain

The Treasury will borrow **$590 billion** net this quarter, $43 billion more than it planned in the summer. Nearly all of the difference comes in bills. Auction sizes for notes and bonds stay as they were:

| Maturity | Size, $bn | Change |
| :-- | --: | --: |
| 3-year | 58 | 0 |
| 10-year | 42 | 0 |
| 30-year | 25 | 0 |
| 8-week bill | 95 | +10 |

Bills are now 22.4% of marketable debt, above the 20% that the advisory committee calls comfortable. ([Refunding statement](https://treasury.example/refunding))

## Dealers wanted it this way

Eleven of fourteen primary dealers expected no change before the second half of next year. The ten-year yield fell four basis points to **4.22%** within a quarter of an hour, and the premium for holding thirty-year bonds over bills narrowed to 61.

## The buyback desk grows up

Buybacks of old, thinly traded bonds rise to $38 billion a quarter. It sounds like plumbing, and it is: the gap between the newest ten-year note and its predecessor has shrunk to 1.8 basis points from 3.5 a year ago.[^liquidity]

**What to watch:** the February statement. Should “several” become “some”, coupons are coming, and the curve will price it in an afternoon.

[^liquidity]: Average of closing spreads over twenty trading days, from the [dealer survey](https://dealers.example/liquidity).`,
  },
  {
    slug: "gl",
    title: "Gilt auction covered 2.9 times as pension demand returns",
    readTime: 2,
    content: `British pension funds were supposed to be finished with long gilts. Yesterday they queued for them.

## A loud vote for thirty years

The debt office sold **£2.25 billion** of gilts due in 2056 at a yield of 5.07%. Bids came to £6.5 billion, 2.9 times the amount on offer, against an average of 2.4 this year. The tail, the gap between the average and the worst accepted price, was 0.2 basis points. ([Auction result](https://debt-office.example/results))

Two things changed. Schemes that sold assets to insurers have been rebuilding their hedges, and at five per cent a long gilt matches a pension promise without any help from equities.

## The budget did less harm than feared

The deficit forecast rose by £6 billion, half of what strategists had pencilled in, and borrowing moves toward short maturities: long gilts will be 11% of issuance, down from 17% two years ago. Less supply and more demand is a simple story, and simple stories move prices.

## Sterling yawns

The pound was unchanged at **$1.318**. Three-month implied volatility fell to 6.4%, near the bottom of its five-year range, and the cost of insuring against a fall over that of a rise is the smallest since spring. ([Options monitor](https://fx.example/sterling))

**What to watch:** next week’s index-linked sale. Demand there tells whether funds want income or protection; so far this year, cover has averaged 2.7.`,
  },
  {
    slug: "cu",
    title: "Copper at a nine-month high on thin warehouse stocks",
    readTime: 2,
    content: `Prices of metals usually speak about factories. This week copper is speaking about sheds.

## Five days of metal

Exchange warehouses hold **128,000 tonnes**, the least since January and about five days of world use. The price for delivery in three months touched $10,340 a tonne, a nine-month high, and metal for tomorrow costs $64 more than that. A premium for *now* is the market’s way of emptying somebody’s cupboard. ([Stocks by location](https://metals.example/stocks))

- Asian sheds: 51,000 tonnes, down 38% in a quarter
- European sheds: 43,000 tonnes, unchanged
- American sheds: 34,000 tonnes, up 12%

## A mine that will be late

The operator of the world’s third-largest pit cut its guidance by 90,000 tonnes after a wall slipped. That is 0.4% of world supply, which is small, and more than this year’s expected surplus, which is the point. Its shares fell 7%; four rivals rose between 2% and 5%.

## Cable makers pass it on

Two makers of high-voltage cable said that customers now accept price clauses within thirty days, half of what was usual. Their combined order book stands at **€31 billion**, 2.6 years of work. For a grid operator the wire is a tenth of the bill; for the margin of the maker it is all of it. ([Half-year report](https://cables.example/half-year))

**What to watch:** whether metal leaves American sheds. If that gap closes, the premium for tomorrow should fall under $20.`,
  },
  {
    slug: "yn",
    title: "The yen carry trade is shrinking, quietly this time",
    readTime: 2,
    content: `Two summers ago it ended with a bang. The second ending is slower, and nobody has to sell anything before lunch.

## Half the size, half the drama

Net short positions in yen futures fell for an eleventh week, to **38,000 contracts** from 96,000 at the peak. The yen gained 0.6% to 146.2 a dollar, and one-month volatility stayed at 8.1%. In the last unwinding it doubled in two days. ([Positioning report](https://futures.example/positions))

The reason is arithmetic. Borrowing yen for three months costs 0.92%, and hedging has eaten most of the rest:

| Funded in yen, held in | Yield | After hedging |
| :-- | --: | --: |
| Dollar bills | 3.9% | 0.3% |
| Euro bills | 1.9% | 0.1% |
| Mexican bills | 7.4% | 1.8% |

## Insurers bring money home

Japan’s nine largest life insurers plan to add **¥4.1 trillion** of domestic bonds this half-year, the most in a decade, and to let ¥2.7 trillion of foreign ones run off. A thirty-year bond at home pays 3.05%. Five years ago it paid 0.6%.

## The central bank helps by saying little

The governor called the path “gradual” four times in thirty minutes. Swaps give a quarter-point rise by spring a chance of 71%. ([Press conference](https://central-bank.example/statement))

**What to watch:** 142. Exporters have hedged this year’s earnings at that level on average; below it, analysts start cutting, and the shares notice.`,
  },
  {
    slug: "of",
    title: "Office loans: extensions now outnumber foreclosures five to one",
    readTime: 2,
    content: `“Extend and pretend” was meant as an insult. The numbers are beginning to read like a plan.

## Patience, at a price

Lenders extended **$21.6 billion** of maturing American office loans last quarter and foreclosed on $4.2 billion: five to one. The typical extension runs 22 months, costs the owner 60 basis points more and comes with fresh money: 8% of the balance on average. ([Loan maturity survey](https://property.example/maturities))

> Nobody wants the keys. Everybody wants the cash flow.
>
> Head of real estate credit at a regional bank

## Rents have stopped falling where it matters

Asking rents for the best tenth of buildings rose 3.1% over the year. The other nine tenths lost 1.4%, after 5.2% the year before. Vacancy overall is 19.8%, unchanged for three quarters, which after four years of rises counts as news.

- [x] Sublet space shrinking: down 11% from its peak
- [x] New construction: lowest since 2012
- [ ] Lending by banks: still falling, by 2% a year

## Who is holding the paper

Banks’ exposure fell to **$687 billion**. Private credit funds and insurers took up most of the rest, at yields near 9%. The risk did not vanish; it moved to people who cannot be run on by depositors, and who mark it to their own opinion four times a year. ([Flow of funds](https://statistics.example/flow-of-funds))

**What to watch:** the second extension. One in six loans is asking for it already.`,
  },
  {
    slug: "pc",
    title: "Private credit funds trim dividends as base rates fall",
    readTime: 2,
    content: `Floating rates were a gift on the way up. On the way down, somebody has to give a little back.

## Nine cuts in three weeks

Nine of the forty largest listed lending funds have cut their dividend this season, by **7%** on average. Base rates are down a full percentage point from their peak, and each quarter point costs a typical fund about 2.5% of its income. Coverage, income over dividends paid, has slipped to 1.03 times from 1.14. ([Season tracker](https://credit.example/dividends))

## The loans are not the trouble

Non-accruals, loans that have stopped paying, stand at 1.9% of cost: up from 1.7%, and below the ten-year average of 2.3%. What has grown is interest paid in kind, in more debt instead of cash. It makes up 8.4% of income, and auditors have begun to ask about it by name.

| Quarter | Non-accruals | Paid in kind |
| :-- | --: | --: |
| A year ago | 1.6% | 6.9% |
| Half a year ago | 1.7% | 7.8% |
| Now | 1.9% | 8.4% |

## Spreads have stopped narrowing

New loans to middling companies are priced at 5.15 percentage points over base, ten more than in the summer and the first widening in six quarters. Managers with money left call it discipline. Those without call it a pause. Fundraising fell **18%** over the year to $41 billion. ([Fundraising report](https://credit.example/fundraising))

**What to watch:** redemptions at the funds that sell to households. Two are near their quarterly limit of 5%.`,
  },
  {
    slug: "ea",
    title: "Euro-area inflation at 2.1%, and services finally follow",
    readTime: 2,
    content: `The last stubborn number in Europe has moved. It moved by two tenths, and it moved in the right direction.

## Services under three and a half

Consumer prices rose **2.1%** over the year, as expected. Prices of services rose 3.3%, after 3.5%: the first real step down in eight months. Strip out package holidays and it is 3.1%. Goods added 0.6%, energy took away 1.2%. ([Flash estimate](https://statistics.example/flash-inflation))

Wages explain it. Pay agreed in the last quarter rose 2.9%, from 4.1% a year earlier, and the tracker of new deals points to 2.4% by spring.

## The debate moves on

A cut at the next meeting is priced at 64%, from 47% the day before. The hawks’ argument was services; the doves’ is that policy works with a lag and the euro, up **6%** in trade-weighted terms, has already tightened for them.

> The question is no longer whether we reach two per cent, but whether we stay there.
>
> A member of the governing council

## Germany is the soft spot

Factory orders fell 1.1% where a gain of 0.8% was expected. Without large orders they fell 0.3%. The ten-year bund yield lost five basis points to **2.53%**, and the extra yield on Italian bonds is 82, the narrowest in fifteen years. ([Orders release](https://statistics.example/orders))

**What to watch:** January’s price lists. A third of service prices in the region change in that one month.`,
  },
  {
    slug: "br",
    title: "Brent slips under $70 as producers keep the January increase",
    readTime: 2,
    content: `Round numbers mean nothing to a refinery and a great deal to everybody who trades around one.

## The increase stands

Producers confirmed that they will pump **140,000 barrels a day** more from January. Some had hoped for a delay. Brent settled at $69.40, down 2.3% and under $70 for the first time this quarter; oil for delivery in six months costs the same as oil today, so nobody is paid to store it. ([Settlement prices](https://energy.example/settlements))

## The surplus has a date

The forecasters do not agree on its size, but all of them now put it in the first half of next year:

| Forecaster | Surplus, thousand barrels a day |
| :-- | --: |
| Consumers’ agency | 1,300 |
| Producers’ secretariat | 200 |
| Median of 21 banks | 850 |

Floating storage, the market’s attic, rose to 71 million barrels from 58 million a month ago.

## Drillers read the same table

American shale firms cut their planned spending for next year by 4% on average. Eleven of the fifteen that have reported say that they would drill less below **$65**. Output keeps rising for now, because wells have become longer: 3.1 kilometres sideways, against 2.4 five years ago. ([Company guidance](https://energy.example/guidance))

Airlines are the quiet winners. Fuel is a quarter of their costs, and the three largest carriers have hedged less than a third of next year’s.

**What to watch:** the six-month spread. Below zero, tanks start to fill.`,
  },
  {
    slug: "ty",
    title: "Soft services data pulls the ten-year to a three-month low",
    readTime: 2,
    content: `Three things changed overnight. Bonds took a weak survey seriously, oil stopped defending a round number, and the argument about Europe moved from *when* to *how many*.

## Yields fall on a survey, not on a shock

The services index came in at **50.3**, down from 52.1 and just above the line that divides growth from decline. New orders fell for a third month. The ten-year Treasury yield dropped nine basis points to **4.11%**, its lowest close in three months. ([Survey release](https://surveys.example/services))

| Treasury | Close | Day, bp | Month, bp |
| :-- | --: | --: | --: |
| 2-year | 3.87% | −11 | −24 |
| 5-year | 3.92% | −10 | −22 |
| 10-year | 4.11% | −9 | −17 |
| 30-year | 4.43% | −5 | −8 |

Short maturities fell most, so the curve steepened: the gap between two and ten years is now 24 basis points.

## Brent slips again

Brent lost another 0.8% to **$68.85**. Nothing happened, which was the news: no producer spoke, and the buyers who had defended $70 all autumn stayed at home. ([Settlement prices](https://energy.example/settlements))

> The market is pricing a slower economy, not a frightened central bank.
>
> From this morning’s desk note

## Europe argues about how many

Money markets put an 88% chance on a quarter-point cut next month. After that they see a long pause at 1.75%. Three things decide it:

- **Bank lending:** credit to firms grew 2.6% last month
- **Flash inflation:** services below 3% would be a first since 2022
- **New forecasts:** they reach three years ahead for the first time

**What to watch:** the auction of seven-year notes. It will show whether real money agrees.`,
  },
  {
    slug: "ch",
    title: "Chip tool orders jump 19%, and for once it is not only one customer",
    readTime: 2,
    content: `For two years one kind of chip paid for everything. The newest order books look almost normal.

## Wider, at last

The largest maker of lithography machines took orders worth **€6.9 billion**, 19% more than a quarter ago and 11% above estimates. Memory makers placed 44% of them. Its three biggest customers account for 52%, from 67% last year, the broadest base since 2021. ([Quarterly report](https://chips.example/quarter))

The shares rose 5.8%, the index of the industry 2.1%. Lead times tell the same story: a machine ordered today arrives in thirteen months, two more than in the spring.

## Memory finds its price

Contract prices for ordinary memory rose **12%**, the third rise in a row. Two makers are moving lines back from the special kind, which sells for more, because ordinary kinds now earn the same margin per wafer. Stocks at makers are down to six weeks, from eleven. ([Contract prices](https://chips.example/contracts))

> We have gone from asking who will buy it to asking who can wait.
>
> Procurement chief at a server maker

## The power bill arrives

Three utilities raised their five-year plans by $29 billion together, nearly all of it for data centres already under contract. Their bonds barely moved: a ten-year note from the largest pays 0.92 points over Treasuries, six basis points more than a week ago.[^grid]

**What to watch:** cancellations. They were 3% of orders, and in the last two downturns they doubled before anything else turned.

[^grid]: Spread at issue against spread at yesterday’s close, [new-issue monitor](https://bonds.example/new-issues).`,
  },
  {
    slug: "jb",
    title: "Hiring slows to 62,000 while pay holds at 3.6%",
    readTime: 2,
    content: `Fewer people are being hired, hardly anybody is being let go, and the average of those two facts pleases no one.

## A low-hire, low-fire economy

Employers added **62,000** jobs, against 95,000 expected, and the two months before were revised down by 31,000. Unemployment stayed at 4.4%, because the number of people looking for work fell too. Average hourly pay rose 3.6% over the year, as it did last month. ([Employment report](https://labor.example/report))

| Sector | Jobs, thousands |
| :-- | --: |
| Health care | +48 |
| Leisure | +17 |
| Factories | −9 |
| Federal government | −12 |

## The hiring rate is the number

Firms hired 3.3% of their workforce last month. Outside the pandemic that is the lowest since 2013. Layoffs, at 1.1%, are lower than in any year before 2021. Economists call this balance; people who graduated this summer call it something else: unemployment under 25 is **9.8%**.

## Markets take the hint

Futures moved the chance of a cut at the next meeting to 69% from 58%. The two-year yield fell six basis points, the dollar 0.4% against the euro. Shares of small firms, which borrow at floating rates, beat large ones by 1.2 points. ([Market wrap](https://markets.example/wrap))

Two of the twelve voters have said in public that they would rather wait. Neither did so this week.

**What to watch:** weekly claims. Above 250,000 the word “balance” leaves the speeches.`,
  },
];
