/** The page's style, with the product's tokens, in light and dark. */
export const styleSheet = `
@font-face{font-family:"Newsreader";font-weight:200 800;font-display:swap;src:url("/sandbox/page/fonts/newsreader") format("woff2")}
@font-face{font-family:"Inter";font-weight:100 900;font-display:swap;src:url("/sandbox/page/fonts/inter") format("woff2")}
:root{
  --serif:"Newsreader",Georgia,"Times New Roman",serif;
  --sans:"Inter",system-ui,-apple-system,"Segoe UI",sans-serif;
  --paper:#FAF8F3; --sheet:#FFFEFB; --well:#F2EFE7;
  --ink:#12151B; --ink-2:#3E434C; --ink-3:#5D6169;
  --rule:#DDD7CA; --edge:#858075;
  --accent:#0B4F3A; --accent-press:#073828; --on-accent:#FAF8F3; --accent-tint:#E3ECE3;
  --gutter:clamp(1.25rem,.55rem + 3vw,2.5rem);
  color-scheme:light dark;
}
@media (prefers-color-scheme:dark){:root{
  --paper:#12151B; --sheet:#191D25; --well:#1C2029;
  --ink:#F4EFE4; --ink-2:#CFC9BC; --ink-3:#A09B90;
  --rule:#2C313B; --edge:#757983;
  --accent:#8ED1B0; --accent-press:#B2E3CB; --on-accent:#0C1F17; --accent-tint:#16271F;
}}
*,*::before,*::after{box-sizing:border-box}
[hidden]{display:none!important}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-width:320px;background:var(--paper);color:var(--ink);font:400 1rem/1.5rem var(--sans);overflow-wrap:anywhere;-webkit-font-smoothing:antialiased}
h1,h2,h3,p,ol,ul,dl,dd,figure{margin:0;padding:0}
ol,ul{list-style:none}
button,input,select{font:inherit;color:inherit}
a{color:inherit}
strong{font-weight:600}
.num,time,table,.time{font-variant-numeric:tabular-nums}
:focus-visible{outline:2px solid var(--accent);outline-offset:3px;border-radius:2px}
::selection{background:var(--accent);color:var(--on-accent)}
.sr{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.wrap{max-width:calc(75rem + 2*var(--gutter));margin-inline:auto;padding:0 var(--gutter) 4rem}
.h2,.h3{font-family:var(--serif);font-weight:460;text-wrap:balance}
.h2{font-size:2rem;line-height:2.25rem;letter-spacing:-.016em}
.h3{font-size:1.5rem;line-height:2rem;letter-spacing:-.008em}
.small{font-size:.875rem;line-height:1.25rem}
.mute{color:var(--ink-3)}
.caps{font:600 .75rem/1rem var(--sans);letter-spacing:.09em;text-transform:uppercase}
.link{text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:.22em;text-decoration-color:var(--edge)}
.link:hover{text-decoration-color:currentColor}
.top{display:flex;align-items:center;justify-content:space-between;max-width:calc(75rem + 2*var(--gutter));min-height:4rem;margin-inline:auto;padding-inline:var(--gutter)}
.brand{display:inline-flex;align-items:center;gap:.75rem;font:480 1.5rem/2rem var(--serif);letter-spacing:-.012em;text-decoration:none}
.btn{display:inline-flex;align-items:center;justify-content:center;min-height:2.25rem;padding:.375rem .875rem;border:1px solid transparent;border-radius:3px;background:none;font:550 .875rem/1.25rem var(--sans);flex:none;white-space:nowrap;cursor:pointer;transition:background-color 120ms,color 120ms}
.btn--solid{background:var(--accent);color:var(--on-accent)}
.btn--solid:hover{background:var(--accent-press)}
.btn--line{border-color:var(--ink)}
.btn--line:hover{background:var(--ink);color:var(--paper)}
@media (forced-colors:active){.btn--solid,.btn--line:hover{color:ButtonText}}
.btn--quiet{padding-inline:.25rem;text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:.35em;text-decoration-color:var(--edge)}
.btn--quiet:hover{text-decoration-color:currentColor}
input,select{width:100%;min-width:0;min-height:2.25rem;padding:.25rem .625rem;border:1px solid var(--edge);border-radius:3px;background:var(--sheet);font-size:1rem;line-height:1.5rem}
label{display:block;margin-bottom:.25rem;font-size:.875rem;line-height:1.25rem;font-weight:550}
::placeholder{color:var(--ink-3);opacity:1}

.clock{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem;padding:1.25rem 0 2rem;border-top:3px solid var(--ink)}
.times{display:grid;gap:1rem 3rem}
.times p{display:grid}
.time{font:430 clamp(1.25rem,.9rem + 1.6vw,2.25rem)/1.2 var(--serif);letter-spacing:-.016em;white-space:nowrap}
.fields{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:1rem;align-items:end}
.actions{display:flex;flex-wrap:wrap;gap:.75rem 1rem;grid-column:1/-1}

.links{display:flex;align-items:center;gap:1.25rem;font-size:.875rem}
.totals{padding-bottom:1.5rem}
.totals table{margin-top:0}
.tabs--page{gap:2rem;margin-bottom:1.5rem;border-bottom:1px solid var(--ink);overflow-x:auto}
.tabs--page a{margin-bottom:-1px;border-bottom-width:3px;font-size:1rem;line-height:1.5rem}
.outcome{position:fixed;z-index:1;inset:auto var(--gutter) 1rem;max-width:40rem;border:1px solid var(--edge);padding:.75rem 1rem;background:var(--accent-tint);font-size:.875rem;line-height:1.25rem}
.outcome[role=alert]{background:var(--well);border-left:3px solid var(--ink)}
.gap{margin-top:2.5rem}
.columns .fields{grid-template-columns:repeat(2,minmax(0,1fr));margin-top:.75rem}
.one{max-width:48rem}
.calls li{padding:.75rem 0;border-bottom:1px solid var(--rule)}
.events{display:flex;flex-wrap:wrap;gap:.5rem;margin-bottom:1rem}
.events h3{flex-basis:100%}
.preview-bar{display:flex;flex-wrap:wrap;gap:.25rem 2rem;margin-top:.5rem}
.preview-bar .tabs{border:0}
.inline{display:flex;gap:.5rem;margin-top:.5rem}
.inline select{flex:0 1 12rem;width:auto}
.columns{display:grid;grid-template-columns:minmax(0,1fr);gap:3rem}
.columns>section{min-width:0}
.section-head{display:flex;align-items:center;justify-content:space-between;gap:1rem}
.filters{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.75rem 1.5rem;margin:.75rem 0 1rem}
.search{display:flex;gap:.5rem;flex:1 1 16rem}
.tabs{display:flex;gap:1.5rem}
.tabs a{padding:.5rem 0;border-bottom:1px solid transparent;color:var(--ink-3);font-size:.875rem;line-height:1.25rem;font-weight:550;text-decoration:none}
.tabs a:hover{color:var(--ink)}
.tabs [aria-current]{border-color:var(--ink);color:var(--ink)}
.rows{border-top:1px solid var(--rule)}
.row{display:grid;grid-template-columns:3rem minmax(0,1fr) auto;gap:0 .75rem;padding:.75rem .5rem;border-bottom:1px solid var(--rule);text-decoration:none}
.row:hover{background:var(--well)}
.row[aria-current]{background:var(--accent-tint)}
.row-kind{padding-top:.375rem;color:var(--ink-3)}
.row-title{grid-column:2/-1;font:460 1.125rem/1.5rem var(--serif);overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.row:hover .row-title{text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:.2em}
.row-to{grid-column:2;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.row-to,.row-time{color:var(--ink-3);font-size:.875rem;line-height:1.25rem}
.pager{display:flex;gap:1.5rem;padding-top:1rem;font-size:.875rem}
.empty{padding:2.5rem 1rem;color:var(--ink-2);text-align:center;text-wrap:balance}
.back{margin-bottom:1rem;font-size:.875rem}
.facts{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.25rem 1rem;margin:.75rem 0 1rem;font-size:.875rem;line-height:1.25rem}
.facts dt,.headers dt{color:var(--ink-3)}
.detail .tabs{border-bottom:1px solid var(--rule)}
.detail .tabs a{margin-bottom:-1px}
.mail{display:block;max-width:100%;height:min(48rem,80vh);margin-top:1rem;border:1px solid var(--rule);background:#fff}
.plain{margin:1rem 0 0;padding:1rem;overflow-x:auto;background:var(--well);font:400 .875rem/1.375rem ui-monospace,SFMono-Regular,Menlo,monospace;white-space:pre-wrap}
.headers{margin-top:.5rem;font-size:.875rem;line-height:1.25rem}
.headers div{display:grid;gap:.25rem 1rem;padding:.625rem 0;border-bottom:1px solid var(--rule)}
.phone{max-width:24rem;margin-top:1.25rem;padding:1rem;border:6px solid var(--ink);border-radius:2.25rem;background:var(--paper)}
.phone-from{padding-bottom:.75rem;border-bottom:1px solid var(--rule);text-align:center;font-size:.875rem;font-weight:550}
.bubbles{display:grid;gap:1rem;padding:1rem 0}
.bubble{max-width:88%}
.bubble time{display:block;margin-bottom:.25rem;color:var(--ink-3);font-size:.75rem;line-height:1rem}
.bubble p{width:fit-content;padding:.625rem .875rem;border-radius:1.125rem;background:var(--well);font-size:.9375rem;line-height:1.375rem;white-space:pre-wrap}
.bubble [aria-current]{background:var(--accent-tint)}
.bubble--own{justify-self:end;text-align:right}
.bubble--own p{margin-left:auto;background:var(--accent);color:var(--on-accent);text-align:left}
.reply{display:flex;gap:.5rem}
.reply input{border-radius:1.125rem}
table{width:100%;margin-top:.75rem;border-collapse:collapse;border-bottom:1px solid var(--ink);font-size:.875rem;line-height:1.25rem}
th,td{padding:.5rem .5rem .5rem 0;border-top:1px solid var(--rule);text-align:right;font-weight:400;vertical-align:top;overflow-wrap:normal}
thead th{border-top:1px solid var(--ink);color:var(--ink-3)}
th:first-child,.left{text-align:left}
th:last-child,td:last-child{padding-right:0}
details{margin-top:.75rem}
summary{padding:.25rem 0;font-size:.875rem;font-weight:550;cursor:pointer}
.plain-list,.faults{font-size:.875rem;line-height:1.25rem}
.plain-list li,.faults li{padding:.5rem 0;border-bottom:1px solid var(--rule)}
.faults{margin-top:.75rem;border-top:1px solid var(--ink)}
.mail:not([width]){width:100%}
.portal{display:grid;gap:2rem;max-width:40rem;margin:0 auto;padding:2rem var(--gutter) 4rem}
.portal h1+p{margin-top:-1.5rem}
.portal section{padding-top:1rem;border-top:1px solid var(--ink)}
.thanks{display:grid;gap:1rem;max-width:40rem;margin:20vh auto;padding-inline:var(--gutter)}
@media (max-width:59.99rem){
  .has-open .clock,.has-open .totals,.has-open .messages{display:none}
  .columns>.detail:not(:has(article)){display:none}
}
@media (max-width:39.99rem){.btn,input,select,summary{min-height:2.75rem}.tabs a{padding-block:.75rem}}
@media (min-width:40rem){
  .times{grid-template-columns:repeat(2,minmax(0,1fr));column-gap:1rem}
  .headers div{grid-template-columns:12rem minmax(0,1fr)}
  .clock .fields{grid-template-columns:repeat(4,minmax(0,1fr))}
}
@media (min-width:60rem){
  .back{display:none}
  .clock{grid-template-columns:minmax(0,5fr) minmax(0,7fr);column-gap:3rem}
  .clock .caps{grid-column:1/-1}
  .clock>.small{grid-column:1}
  .times{grid-template-columns:minmax(0,1fr)}
  .clock .fields{grid-column:2;grid-row:2/4;align-content:start}
  .columns{grid-template-columns:minmax(0,5fr) minmax(0,7fr)}
  .detail{position:sticky;top:0;align-self:start}
}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
`;
