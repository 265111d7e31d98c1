/**
 * Posts as editors write and import them, shaped like public newsletters (Bitcoin Optech, Decred
 * Journal, This Week in Rust, R Weekly, ruanyf/weekly, haskellweekly) and like reports on Markdown
 * editors; the text is our own.
 */
export const editorPosts: Readonly<Record<string, string>> = {
  briefing: `Good morning.

## Rates

The **Fed** held at [4.5%](https://fed.example/). Analysts see 5~7% this year.

## Oil

- Brent: $71.20 (+0.4%)
- WTI: $67.85 (-0.1%)

## Earnings

AT&T beat; E*Trade and T_Mobile didn’t. The S&P 500 rose 0.3%.
`,
  "addresses with signs": `Chart: https://data.example.com/graph?id=A10,B2&from=2020

See https://sample.finance/a?id=1&y=2 now, or www.example.com/a_b_c*d.

Source: “https://e.example/report” and https://e.example/report—see also <https://e.example/x_y>.

Write to desk_news@mail.example or first.last+tag@e.example.
`,
  "loose list": `Three things:

- One thing,
  over two lines.

- Another thing.

- The last.

After it.
`,
  "other spellings": `Heading
=======

Second
------

* star
* list

+ plus
+ list

1) one
2) two

__bold__ and _italic_ and *both __at once__*

***

\`\`\`\`
fence
\`\`\`\`

~~~ js
tilde
~~~

    indented code

Hard  
break and hard\\
break
`,
  "starts and nesting": `3. three
4. four
5. five

1. one
   1. sub
   2. sub
2. two
   - deep
     - deeper

- [ ] open
- [x] done
`,
  footnotes: `The figure is 4.1%.[^1] Another one.[^note]

A plain paragraph between.

[^1]: Revised figure.
[^note]: With *more*

    and a second paragraph.
`,
  "reference links": `Read [the report][1], [S&P][] and [Fed].

![Chart][chart]

Plain text.

[1]: https://e.example/report "The report"
[S&P]: https://e.example/sp
[fed]: <https://e.example/fed minutes>
[chart]: https://e.example/chart.png
`,
  comments: `<!-- excerpt start -->
The lead.
<!-- excerpt end -->

The body with a <!-- hidden --> remark.

More text.
`,
  "HTML table": `Weekly:

<table>
<tr><td>US</td><td>4.25%</td></tr>

<tr><td>UK</td><td>4.00%</td></tr>
</table>

After <b>bold</b> and H<sub>2</sub>O and $10<sup>9</sup>.

Plain.
`,
  "line breaks in cells": `| a | b |
| - | - |
| x<br>y | z |

Text.
`,
  "cells with everything": `| Name | Rate | Note |
| :--- | ---: | :--: |
| **US** | 4.25% | [link](https://e.example/?a=1&b=2) |
| \`UK\` | ~~4.00%~~ | a \\| b |
| ![x](https://e.example/i.png) | https://e.example/a,b | x[^1] |

|a|b|
|-|-|
|1|2|

[^1]: Note.
`,
  "compact table": `|a|b|
|-|-:|
|1|2|
|3|4|

Text below the table.
`,
  quote: `> A quote
> over two lines.
>
> — Somebody

>lazy
without space

Text.
`,
  "nested quote": `> Outer
>
> > Inner
>
> - list in it

Text.
`,
  code: `\`\`\`python title="x"
a < b && c_d
\`\`\`

Inline \`a | b\` and \`\`with \` tick\`\`.

\`\`\`
blank

lines
\`\`\`
`,
  "escapes and entities": `1\\. Not a list. 5 \\* 3, a\\_b, \\[x\\], &amp; &copy; &nbsp;end

\\# not a heading

R&D, A & B; 3 < 4 > 2; "quotes" 'single'
`,
  CRLF: "One paragraph.\r\n\r\nAnother\r\nwith two lines.\r\n\r\n- a\r\n- b\r\n\r\nEnd.\r\n",
  "blank lines": "\n\nOne.\n\n\n\nTwo.\n \t\nThree.\n\n\n",
  "no blank lines": `# One
Text right below.
## Two
- a
- b
### Three
\`\`\`
code
\`\`\`
Text right after.
***
More.
`,
  "right to left": `## أسعار الفائدة

أبقى الاحتياطي الفيدرالي على **الفائدة** عند 4.5%. انظر https://e.example/ar?x=1,2

- النفط: 71$
- الذهب: 2,350$
`,
  Hebrew: `הפד הותיר את **הריבית** ללא שינוי (4.5%).

1. נפט
2. זהב
`,
  Chinese: `## 市场

美联储将利率维持在 **4.5%**：符合预期。参见 https://e.example/zh。

- 原油：71 美元
- 黄金：2350 美元

| 国家 | 利率 |
| ---- | ---: |
| 美国 | 4.25% |
`,
  "bold that is none": `**注意：**文字 and **Note:**text and 5*3*2

Text.
`,
  Japanese: `## 金利

日銀は金利を **0.5%** に据え置いた。詳細は[こちら](https://e.example/ja)。

> 引用です。
`,
  Hindi: `## बाज़ार

सेंसेक्स **0.4%** चढ़ा। [रिपोर्ट](https://e.example/hi)

- तेल
- सोना
`,
  German: `## Märkte

Der DAX fiel um 0,4 %. „Stagflation“ – so die *Zeit* – sei möglich.

1. Öl
2. Gold
`,
  "financial notation": `Revenue was ~$120B (~$55B from chips), +12% y/y; EPS $1.42 (est. $1.39).

US10Y 4.25% (−3bp), EUR/USD 1.0842, 2s10s −18bp, P/E 21.5x. "A-" → "BBB+".

From ~~$95~~ $80. $10⁹, 5%¹, CO₂. Tickers $AAPL, $MSFT. Q3*: see note. 2*3*4=24.

*Preliminary; (c) <15% of sales; [sic]; #1 of 50; @fed; snake_case_name
`,
  images: `![Chart](https://e.example/a.png "640x360")

Text with ![inline](https://e.example/b.png) image.

[![linked](https://e.example/c.png)](https://e.example/)

<img src="https://e.example/d.png" alt="HTML image">
`,
  "Word paste": `**Summary:** Growth slowed\u00A0in **Q2**.

Line one\u2028line two

•\tnot a list

- “Quoted,” she said
- A–B — C…
`,
  "Google Docs paste": `## **Heading with bold**

Text with [a link](https://www.google.com/url?q=https://e.example/&sa=D&source=docs).

1. First
   1. Nested
2. Second

---

***All at once*** and ~~struck~~.
`,
  "items with paragraphs": `- First paragraph.

  Second paragraph of the item.
- Next item.

  \`\`\`
  code in item
  \`\`\`

1. Step

   > quote in it

2. Step

Text.
`,
  "other headings": `# One

##### Five

###### Six ######

## With \`code\` and [link](https://e.example/)
`,
  "lists next to each other": `- a
- b

* c
* d

1. e

1) f

Text.
`,
  "anchors and divs": `<a id="top"></a>

<div class="note">

**Inside** a div.

</div>

Text after it.
`,
  "words in angle brackets": `Inflation was <insert number> in May. Tickers <AAPL>, <MSFT> moved.

Buy when price<book and yield>5%.

Text.
`,
  "emoji and flags": `🇺🇸 up 0.3% 👍🏽, 🇬🇧 flat

- 👩‍👩‍👧 family
- ☕️
`,
  "highlight signs": `a == b and ==not marked== and id=A10

++plus++ ^up^ ~down~

Text.
`,
  "front matter": `---
title: Weekly
layout: newsletter
---

Text.
`,
  "unclosed comment": `Text.

<!-- never closed

More text.
`,
  "only code": "    four spaces\n    more\n",
  "only a table": "| a |\n| - |\n| 1 |",
  "one word": "word",
};
