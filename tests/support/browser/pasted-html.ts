/** HTML that programs put on the clipboard, and the Markdown it should become. */
export const pastedHtml: Readonly<Record<string, { html: string; markdown: string }>> = {
  Word: {
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><!--[if gte mso 9]><xml><w:View>Normal</w:View></xml><![endif]--><style>p.MsoNormal {margin:0in;}</style></head><body><!--StartFragment-->
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoNormal>The <b style='mso-bidi-font-weight:normal'>Fed held</b>at 4.5%, a
three-month <i>low </i>_not_ a *rule*.<o:p></o:p></p>
<h1>Rates<o:p></o:p></h1>
<p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>First point<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='margin-left:1.0in;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>o<span>&nbsp; </span></span><![endif]>Under <b>it</b><o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span><![endif]>One<o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>2.<span>&nbsp; </span></span><![endif]>Two<o:p></o:p></p>
<table class=MsoTableGrid border=1 style='mso-yfti-tbllook:1184'><tr><td width=200><p class=MsoNormal>Zone<o:p></o:p></p></td><td><p class=MsoNormal>Yield<o:p></o:p></p></td></tr><tr><td><p class=MsoNormal>London <a href="https://a.example/?b=1">a|b</a></p><p class=MsoNormal>and more</p></td><td><p class=MsoNormal>4.11%</p></td></tr><tr><td colspan=2><p class=MsoNormal>Both</p></td></tr></table>
<p class=MsoNormal><![if !vml]><img src="file:///C:/clip_image002.png"><![endif]><o:p></o:p></p>
<!--EndFragment--></body></html>`,
    markdown: `The **Fed held**at 4.5%, a three-month *low* \\_not\\_ a \\*rule\\*.

## Rates

- First point
  - Under **it**

1. One
2. Two

| Zone                                           | Yield |
| ---------------------------------------------- | ----: |
| London [a\\|b](https://a.example/?b=1) and more | 4.11% |
| Both                                           |       |`,
  },
  "Google Docs": {
    html: `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:700;">Bold</span><span style="font-weight:400;"> and </span><a href="https://docs.example/a" style="text-decoration:none;"><span style="text-decoration:underline;">a link</span></a></p><br /><ul><li dir="ltr" aria-level="1"><p role="presentation"><span>One</span></p></li><ul><li aria-level="2"><p role="presentation"><span>Below</span></p></li></ul><li aria-level="1"><p role="presentation"><span>Two</span></p></li></ul><ul><li role="checkbox" aria-checked="true"><img src="data:image/png;base64,AAAA" alt="checked"><p role="presentation"><span>done</span></p></li></ul><div align="left"><table><colgroup><col/></colgroup><tbody><tr><td rowspan="2"><p><span style="font-weight:700">Oil</span></p></td><td><p><span>$70</span></p></td></tr><tr><td><p><span>$71</span></p></td></tr></tbody></table></div></b><br class="Apple-interchange-newline">`,
    markdown: `**Bold** and [a link](https://docs.example/a)

- One
  - Below
- Two

* [x] done

| **Oil** | $70 |
| ------- | --: |
|         | $71 |`,
  },
  "a page": {
    html: `<div>Text in a div<br>second line<br><br>new paragraph</div><figure><img src="https://images.example/a.png" alt="A [chart]"><figcaption>Source</figcaption></figure><blockquote><p>Quoted <em>words</em></p><p>and more</p></blockquote><pre><code>if (a &lt; b) {\n  x = \`y\`;\n}</code></pre><hr><h5>Small head</h5><p>Inline <code>a_b*c</code>, <s>old</s>, <a href="javascript:alert(1)">bad</a><script>alert(1)</script></p><table><tr><td><h2>Layout</h2><p>left</p></td><td><p>right</p></td></tr></table><table></table><table><tr></tr></table><ul></ul><p style="display:none">hidden</p><p>1. no list</p><p>&lt;b&gt; 2 * 3</p>`,
    markdown: `Text in a div\\
second line

new paragraph

![A \\[chart\\]](https://images.example/a.png)

Source

> Quoted *words*
>
> and more

\`\`\`
if (a < b) {
  x = \`y\`;
}
\`\`\`

---

#### Small head

Inline \`a_b*c\`, ~~old~~, bad

## Layout

left

right

1\\. no list

\\<b> 2 \\* 3`,
  },
  "another page": {
    html: `<!-- a comment --><ol start="5"><li>five</li><li>six<ul><li>inner<ol start="3"><li>three</li></ol></li></ul></li></ol><h3>Two<br>lines</h3><h3>&nbsp;</h3><pre>a<br>b</pre><p><b>bold <span style="font-weight:normal">not</span> bold</b>, un<b>believ</b>able, ==no==</p>`,
    markdown: `5. five
6. six
   - inner

     3. three

### Two lines

\`\`\`
a
b
\`\`\`

**bold** not **bold**, un**believ**able, ==no==`,
  },
  superscripts: {
    html: "<p>$10<sup>9</sup>, 5%<sup>1</sup>, CO<sub>2</sub>, 1<sup>st</sup>, x<sup>2y</sup>, note<sup>[3]</sup>, A<sup>n+1</sup></p>",
    markdown: "$10⁹, 5%¹, CO₂, 1st, x^(2y), note\\[3], Aⁿ⁺¹",
  },
};
