/**
 * Posts as people write and paste them, all invented. `shows` is what a reader sees, on the page and in the
 * text part, whatever it took to write it; `links` are the addresses that it leads to, in order.
 *
 * Their shapes are those of public newsletters and reports: bitcoinops, decred-news, ruanyf/weekly, rweekly,
 * this-week-in-rust, SWC's weekly market update, and what Word, Excel, and Google Docs put on a clipboard.
 */
export type RealPost = { name: string; content: string; shows: string[]; links?: string[] };

const filler = `${"The committee noted that conditions had changed little since it last met. ".repeat(12)}\n\n`;

export const realPosts: readonly RealPost[] = [
  {
    name: "a briefing of three stories",
    content: `Good morning.\n\n## Yields fall to 4.11%\n\nThe **ten-year** fell for a third day ([Treasury](https://treasury.example/auctions?id=A10,B2&from=2020)).\n\n## Brent under $70\n\nOil fell 2.3%; see the [report](https://oil.example/report "IEA").\n\n## ECB seen cutting\n\n> “We’re not pre-committing.”\n>\n> — the president\n\n1. Rates\n2. Prices\n`,
    shows: [
      "The ten-year fell for a third day (Treasury).",
      "Oil fell 2.3%; see the report.",
      "“We’re not pre-committing.”",
    ],
    links: ["https://treasury.example/auctions?id=A10,B2&from=2020", "https://oil.example/report"],
  },
  {
    name: "tildes for about and ranges",
    content:
      "Analysts see 5~7% this year and 8~9% next year.\n\nRevenue was ~$120B (~$55B from chips), ~0.6% (~1.7% a week ago).",
    shows: [
      "5~7% this year and 8~9% next year",
      "~$120B (~$55B from chips), ~0.6% (~1.7% a week ago)",
    ],
  },
  {
    name: "a target that changed",
    content: "The bank cut its target from ~~$95~~ $80 and kept ~~buy~~ hold.",
    shows: ["$80 and kept"],
  },
  {
    name: "placeholders and tickers in angle brackets",
    content:
      "Inflation was <insert number> in May.\n\nTickers <AAPL>, <MSFT>, and <META> moved; buy when price<book and yield>5%, or a<b and c>d.\n\n<add chart here>\n\nFees are <15% of sales.",
    shows: [
      "Inflation was <insert number> in May.",
      "<AAPL>, <MSFT>, and <META>",
      "price<book and yield>5%, or a<b and c>d",
      "<add chart here>",
      "<15% of sales",
    ],
  },
  {
    name: "signs of finance",
    content:
      "S&P 500 −0.28%, AT&T, Q3 EPS $1.02*, EUR/USD 1.0842, +25 bp, 3 < 4 > 2, 2\\*3\\*4 = 24, P/E 18x, #1, $5bn_net_of_tax, 50 % ± 2, ¥1,000, €5, ₹2 cr, A+B=C, 1_000_000.\n\n\\* Adjusted.",
    shows: [
      "S&P 500 −0.28%, AT&T, Q3 EPS $1.02*",
      "+25 bp, 3 < 4",
      "2*3*4 = 24",
      "$5bn_net_of_tax, 50 % ± 2, ¥1,000",
      "1_000_000",
      "* Adjusted.",
    ],
  },
  {
    name: "HTML as a weekly market update has it",
    content: `<p align="center"><img src="https://charts.example/week.png" alt="Alpha 500 this week" width="600" height="300"></p>\n\n<table>\n  <thead><tr><th>Index</th><th>Week Close</th><th align="right">Weekly Return</th></tr></thead>\n  <tbody>\n    <tr><td>Alpha 500</td><td>4,079</td><td align="right">-0.28%</td></tr>\n    <tr><td>Beta 100<br>(net)</td><td>11,787</td><td align="right">0.6<sup>1</sup></td></tr>\n  </tbody>\n</table>\n\n<sub>¹ Provisional.</sub> Growth was ~0.6% (~1.7% before).`,
    shows: [
      "Index Week Close Weekly Return",
      "Alpha 500 4,079 -0.28%",
      "Beta 100 (net) 11,787",
      "Provisional. Growth was ~0.6% (~1.7% before).",
    ],
  },
  {
    name: "an HTML table in one line, without a header",
    content:
      "Rates:\n\n<table><tr><td>US</td><td>4.25%</td></tr><tr><td>UK</td><td>4.00%</td></tr></table>\n\nThat is all.",
    shows: ["US 4.25% UK 4.00%", "That is all."],
  },
  {
    name: "an HTML list and paragraphs",
    content:
      "<h3>Week ahead</h3>\n<ul><li>Monday: <b>CPI</b><li>Tuesday: <i>Fed</i> minutes</ul>\n<p>First.</p><p>Second.</p>",
    shows: ["Week ahead", "Monday: CPI", "Tuesday: Fed minutes", "First. Second."],
  },
  {
    name: "a layout table, as email builders write it",
    content: `<table width="600" cellpadding="0"><tr><td><h2>Markets</h2><p>Stocks rose.</p></td></tr><tr><td><table><tr><td>DAX</td><td>18,001</td></tr></table></td></tr></table>`,
    shows: ["Markets", "Stocks rose.", "DAX 18,001"],
  },
  {
    name: "details, comments, and an embedded video",
    content: `<!-- editor: check the number -->\n\n<details>\n<summary>Method</summary>\n\nWe take the **median**.\n\n</details>\n\n<iframe src="https://video.example/embed/1" title="Interview"></iframe>\n\nAfter.`,
    shows: ["Method", "We take the median.", "Interview", "After."],
    links: ["https://video.example/embed/1"],
  },
  {
    name: "a line break in a table cell",
    content:
      "| Bank | Call |\n| --- | --- |\n| Alpha<br>Beta | hold<br/>sell |\n| Gamma \\| Co | `a|b` |",
    shows: ["Bank Call", "Gamma | Co"],
  },
  {
    name: "a table too wide for a text",
    content:
      "| Company | Quarter | What happened | What we think about it |\n| :-- | :-: | --- | --- |\n| Alpha Holdings | Q3 | Revenue rose 12% on volume | It can’t last; margins fell for two quarters |\n| Beta | Q3 | | No view |",
    shows: [
      "Alpha Holdings",
      "Revenue rose 12% on volume",
      "It can’t last; margins fell for two quarters",
    ],
  },
  {
    name: "flags in a table without a header",
    content:
      "| | Rate | |\n| - | -: | - |\n| 🇺🇸 US | 4.25% | ▲ |\n| 🇯🇵 日本 | 0.50% | – |\n| 🇪🇺 EU | 2.00% | ▼ |",
    shows: ["🇺🇸 US 4.25% ▲", "🇯🇵 日本 0.50% –"],
  },
  {
    name: "footnotes of a long post",
    content: `Prices rose 4.1%.[^1] Wages rose 3%.[^wages]\n\n${filler.repeat(28)}Again 4.1%.[^1]\n\n[^1]: Revised figure, from the [office](https://office.example/r).\n[^wages]: Without bonuses.\n\n    Seasonally adjusted.\n`,
    shows: ["Revised figure, from the office.", "Without bonuses.", "Seasonally adjusted."],
    links: ["https://office.example/r"],
  },
  {
    name: "footnotes between the paragraphs",
    content:
      "One.[^a]\n\n[^a]: Note *a* with `code`.\n\nTwo.[^b] Three.[^a]\n\n[^b]: Note b,\n    in two lines.\n",
    shows: ["Note a with code.", "Note b, in two lines."],
  },
  {
    name: "reference links, as bitcoinops writes them",
    content:
      "This week's [newsletter][] links to [PR #123][pr 123], [a *talk*][talk], and [nothing][gone].\n\n{% include references.md %}\n\n[newsletter]: https://letters.example/2026\n[pr 123]: <https://code.example/pull/123>\n[Talk]: https://talks.example/ 'A talk'\n",
    shows: ["This week's newsletter links to PR #123, a talk, and [nothing][gone]."],
    links: [
      "https://letters.example/2026",
      "https://code.example/pull/123",
      "https://talks.example/",
    ],
  },
  {
    name: "bare addresses next to typographic signs",
    content:
      "Source: “https://a.example/report” and https://b.example/report—see also https://c.example/x…\n\nhttps://d.example’s chart, «https://e.example/y», (https://f.example/z), www.g.example.\n\nMail desk@h.example, or see https://sample.finance/rates?from=1&to=2, now.",
    shows: ["Source: “https://a.example/report” and", "https://d.example’s chart"],
    links: [
      "https://a.example/report",
      "https://b.example/report",
      "https://c.example/x",
      "https://d.example",
      "https://e.example/y",
      "https://f.example/z",
      "http://www.g.example",
      "mailto:desk@h.example",
      "https://sample.finance/rates?from=1&to=2",
    ],
  },
  {
    name: "addresses with brackets, entities, and spaces",
    content:
      "[x](https://e.example/p?utm_source=n&copy=1&reg=2&lt=3) [wiki](https://e.example/Bond_(finance)) [sp](<https://e.example/a b>) ![Chart \\[1\\]](https://e.example/a.png)",
    shows: ["x wiki sp"],
    links: [
      "https://e.example/p?utm_source=n&copy=1&reg=2&lt=3",
      "https://e.example/Bond_(finance)",
      "https://e.example/a%20b",
    ],
  },
  {
    name: "nested lists, ordered and not, that start late",
    content:
      "3. three\n   - inner **one**\n   - inner two\n\n     with a paragraph\n\n4. four\n5. five\n\n- [x] done\n- [ ] open\n  1. sub\n     > quoted\n",
    shows: ["three", "inner one", "with a paragraph", "four", "done", "quoted"],
  },
  {
    name: "a loose list and a tight one",
    content: "- a\n\n- b\n\n* c\n* d\n\n+ e",
    shows: ["a", "b", "c", "d", "e"],
  },
  {
    name: "code and formulas",
    content:
      'Run `npv = Σ cf / (1+r)^t`:\n\n```python\nfor t in range(3):\n    print(f"{t}: <b>{cf[t]}</b> ~ {r:.2%}")\n```\n\n    indented | code\n\nDone.',
    shows: ["npv = Σ cf / (1+r)^t", "indented | code", "Done."],
  },
  {
    name: "a soft line break as Word copies it",
    content: "Line one\vLine two\n\nFirst\u2028second\u2029New paragraph\u0007\r\nNext line",
    shows: ["Line one Line two", "First second", "New paragraph Next line"],
  },
  {
    name: "pasted from Word as Markdown",
    content:
      "## **Summary**\n\nThe “base case” – as of 31 Dec – is 2½ %.\u00a0Growth…\n\n·\tFirst bullet\n\n·\tSecond bullet\n\n1\\)  Rates\n\n2\\)  Oil",
    shows: [
      "Summary",
      "The “base case” – as of 31 Dec – is 2½ %. Growth…",
      "· First bullet",
      "1) Rates",
    ],
  },
  {
    name: "pasted from Google Docs as Markdown",
    content:
      "# **Weekly notes**\n\n* **Rates:** the ten-year is at 4.11%\n\n  * two-year 3.87%\n\n* *Oil* \\- flat\n\n[https://docs.example/d/1?usp=sharing](https://docs.example/d/1?usp=sharing)\n\n![][image1]\n\n| Item | Value |\n| :---- | ----: |\n| Cash | $1,200 |\n",
    shows: [
      "Weekly notes",
      "Rates: the ten-year is at 4.11%",
      "Oil - flat",
      "Item Value Cash $1,200",
    ],
    links: ["https://docs.example/d/1?usp=sharing"],
  },
  {
    name: "an Excel range pasted as Markdown",
    content:
      "|Ticker|Px|Δ|\n|---|---:|---:|\n|BRK.B|412.10|(1.2%)|\n|T|17.02|0.4%|\n||**429.12**||\n\n\\* in USD",
    shows: ["Ticker Px Δ", "BRK.B 412.10 (1.2%)", "429.12", "* in USD"],
  },
  {
    name: "Arabic",
    content:
      "## أسعار النفط\n\nانخفض خام برنت إلى **69.5** دولارًا، وفقًا لـ [التقرير](https://ar.example/نفط).\n\n- أولًا: الفائدة\n- ثانيًا: الذهب ↑ 1.2٪\n\n> «لا نتعجل»",
    shows: ["أسعار النفط", "انخفض خام برنت إلى 69.5 دولارًا، وفقًا لـ التقرير.", "«لا نتعجل»"],
    links: ["https://ar.example/%D9%86%D9%81%D8%B7"],
  },
  {
    name: "Hebrew with English names",
    content: 'מדד **S&P 500** ירד ב־0.3%.\n\n| מדד | סגירה |\n| --- | ---: |\n| ת"א 35 | 2,001 |',
    shows: ["מדד S&P 500 ירד ב־0.3%.", 'ת"א 35 2,001'],
  },
  {
    name: "Chinese",
    content:
      "## 本周要闻\n\n美联储维持利率不变，见https://zh.example/report。分析师预计 5~7% 的增长。\n\n**注：** 数据未经审计。\n\n1、利率\n\n2、油价 | 汇率",
    shows: ["本周要闻", "分析师预计 5~7% 的增长。", "注： 数据未经审计。"],
    links: ["https://zh.example/report"],
  },
  {
    name: "Japanese",
    content:
      "日銀は**政策金利**を0.5％に据え置いた（[発表](https://ja.example/boj)）。\n\n|指数|終値|\n|---|--:|\n|日経平均|38,000円|\n|ﾄﾋﾟｯｸｽ|2,700|",
    shows: ["日銀は政策金利を0.5％に据え置いた（発表）。", "日経平均 38,000円"],
    links: ["https://ja.example/boj"],
  },
  {
    name: "Korean and Hindi",
    content:
      "한국은행은 기준금리를 **동결**했다.\n\nभारतीय रिज़र्व बैंक ने दर 6.5% पर रखी। देखें https://hi.example/दर।",
    shows: ["한국은행은 기준금리를 동결했다.", "भारतीय रिज़र्व बैंक ने दर 6.5% पर रखी।"],
    links: ["https://hi.example/%E0%A4%A6%E0%A4%B0"],
  },
  {
    name: "German, French, and Czech",
    content:
      "Die „Zinswende“ – so https://de.example/zins – kostet 1.000 €.\n\nL’indice a gagné 1,2 % : « du jamais vu » (voir https://fr.example/indice).\n\nČNB ponechala sazbu na 3,75 %.",
    shows: [
      "Die „Zinswende“ – so https://de.example/zins – kostet 1.000 €.",
      "« du jamais vu »",
      "ČNB ponechala sazbu na 3,75 %.",
    ],
    links: ["https://de.example/zins", "https://fr.example/indice"],
  },
  {
    name: "superscripts, subscripts, and marks",
    content:
      '$10⁹, 10<sup>9</sup>, 5%¹, CO<sub>2</sub>, 4<sup>th</sup>, <mark>key</mark>, <u>firm</u>, <small>fine print</small>, <abbr title="basis points">bp</abbr>, <kbd>F9</kbd>, <q>so</q>, <font color="red">red</font>.',
    shows: ["key, firm, fine print, bp, F9,", "red."],
  },
  {
    name: "headings of every kind, rules, and hard breaks",
    content:
      "Title\n=====\n\nPart\n---\n\n### C#: the *note*\n\n###### Small\n\n40 Example Street  \nLondon\\\nUK\n\n***\n\nEnd",
    shows: ["C#: the note", "40 Example Street London UK", "End"],
  },
  {
    name: "images with and without sizes and texts",
    content:
      '![Rates](/images/0123456789abcdef0123/1200x750.png) ![](https://e.example/b.png) ![Wide](https://e.example/wide.png "640x360")\n\n<img src=\'https://e.example/c.png\' alt="Prices & wages">\n\n<a href="https://e.example/full"><img src="https://e.example/d.png" alt="Full"></a>',
    shows: [],
    links: ["https://e.example/full"],
  },
  {
    name: "hostile and broken markup",
    content:
      '<b>never closed\n\n**half bold\n\n[link](javascript:alert(1)) <a href="javascript:alert(1)">html link</a> <script>alert(1)</script>\n\n<div><span>words <p>in <td>odd</div> places</em>\n\n[unfinished](https://e.example\n\n| a | b\n| - | -\n| 1',
    shows: ["<b>never closed", "**half bold", "link html link", "words", "places</em>"],
    links: ["https://e.example"],
  },
];
