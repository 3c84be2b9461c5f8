// The style sheet of the HTML page.

import { CHANGE_COLOURS } from "../marks";

/** The same colours as the pictures, light and dark; paper is light. Every state has a word or a sign besides its colour. */
const COLOURS = {
  page: ["#ffffff", "#0d1117"],
  panel: ["#f6f8fa", "#161b22"],
  border: ["#d0d7de", "#30363d"],
  line: ["#8c959f", "#6e7681"],
  text: ["#1f2328", "#e6edf3"],
  soft: ["#57606a", "#9da7b3"],
  link: ["#0969da", "#58a6ff"],
  fault: ["#b42318", "#ff8d83"],
  "fault-box": ["#fff1f0", "#2d1413"],
  idle: ["#57606a", "#9da7b3"],
  "idle-box": ["#eaeef2", "#21262d"],
  host: ["#0969da", "#58a6ff"],
  route: ["#8250df", "#bc8cff"],
  listener: ["#1a7f37", "#3fb950"],
  pool: ["#9a6700", "#d29922"],
  added: CHANGE_COLOURS.added.line,
  "added-box": CHANGE_COLOURS.added.box,
  removed: CHANGE_COLOURS.removed.line,
  "removed-box": CHANGE_COLOURS.removed.box,
  changed: CHANGE_COLOURS.changed.line,
  "changed-box": CHANGE_COLOURS.changed.box,
  hit: ["#fff0a8", "#5a4a00"],
} as const;

const colours = (nth: 0 | 1) =>
  Object.entries(COLOURS)
    .map(([name, pair]) => `--${name}:${pair[nth]}`)
    .join(";");

const SCREEN = `
*{box-sizing:border-box}
html{scroll-padding-top:var(--head,7rem)}
body{margin:0;background:var(--page);color:var(--text);font:14px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
header{position:sticky;top:0;z-index:2;background:var(--panel);border-bottom:1px solid var(--border);padding:.6rem 1rem}
.head{display:flex;flex-wrap:wrap;gap:0 1rem;align-items:baseline}
h1{font-size:1.05rem;margin:0}
#counts{margin:0;color:var(--soft)}
.faulty,.why,.reason,.faulty *{color:var(--fault)}
.controls{display:flex;flex-wrap:wrap;gap:.4rem .6rem;align-items:center;margin-top:.5rem}
.request{margin-top:.4rem}
.request pre{margin:.4rem 0 0;padding:.5rem .7rem;border:1px solid var(--border);border-radius:6px;overflow-x:auto;white-space:pre-wrap}
#url{width:min(100%,40rem);box-sizing:border-box}
.controls input:not([type=checkbox]),#url,select,button{font:inherit;color:inherit;background:var(--page);border:1px solid var(--border);border-radius:6px;padding:.25rem .5rem;min-width:0}
#search{flex:1 1 16rem}
#host,#service{width:11rem}
select{max-width:12rem}
button{cursor:pointer}
button:hover,select:hover{border-color:var(--line)}
label{white-space:nowrap}
[hidden]{display:none!important}
#shown{color:var(--soft);margin-left:auto;white-space:nowrap}
main{padding:.6rem 1rem 2rem;max-width:100rem;margin:0 auto}
#news{margin:.2rem 0}
#news p,#stale{margin:0;padding:.15rem .6rem;overflow-wrap:anywhere;background:var(--panel);border-left:3px solid var(--line);color:var(--soft)}
#stale{color:var(--fault);border-color:var(--fault)}
#legend{margin:.2rem 0;min-height:0}
.key{display:inline-block;padding:0 .5rem;border-radius:1rem;border:1px solid;margin-right:.4rem}
.section{border:1px solid var(--border);border-radius:8px;margin:.4rem 0;background:var(--panel);content-visibility:auto;contain-intrinsic-size:auto 2.6rem}
.section[open]{contain-intrinsic-size:auto 12rem}
.section.fault{border-color:var(--fault)}
.section.moved{border-color:var(--link)}
summary{cursor:pointer;padding:.45rem .7rem;border-radius:8px;overflow-wrap:anywhere}
summary:focus-visible,a:focus-visible,button:focus-visible,input:focus-visible,select:focus-visible{outline:2px solid var(--link);outline-offset:1px}
.name{font-weight:600}
.section.fault>summary .name{color:var(--fault)}
.section.idle>summary .name,.section.orphan>summary .name{color:var(--idle)}
.section.removed>summary .name{text-decoration:line-through}
.sum{color:var(--soft);margin-left:.5rem}
.why{margin-left:.5rem}
.section[open]>summary .why{display:none}
.inside{padding:.2rem .8rem .8rem;overflow-x:auto}
small{display:block;font-size:.82rem;color:var(--soft);overflow-wrap:anywhere}
ul{list-style:none;margin:0;padding:0}
.way{display:flex;flex-direction:column;gap:.45rem}
.way>li{display:flex;align-items:flex-start;position:relative}
.way .way{margin-left:2rem}
.way .way>li::before{content:"";position:absolute;left:-2rem;width:2rem;top:1.05rem;border-top:1.5px solid var(--line)}
.way .way>li:not(:first-child)::before{left:-1rem;width:1rem}
.way .way>li:not(:last-child)::after{content:"";position:absolute;left:-1rem;top:1.05rem;bottom:-1.5rem;border-left:1.5px solid var(--line)}
.line{flex:none;width:9rem;padding:.4rem .5rem 0;overflow-wrap:anywhere;font-size:.85rem;background:var(--panel);position:relative;border-bottom:1.5px solid var(--line);margin-bottom:auto}
.line.fault,.line.missing{color:var(--fault);border-color:var(--fault)}
.line.idle{color:var(--idle);border-style:none none dashed}
.box{flex:none;width:15rem;background:var(--page);border:1px solid var(--border);border-left:4px solid var(--line);border-radius:4px;padding:.35rem .6rem;overflow-wrap:anywhere}
.box b{font-weight:600}
.box.pool b,.box.servers b{font-weight:400}
.box .service{color:var(--text);font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
.box.listener{border-left-color:var(--listener)}
.box.path,.box.redirect{width:11rem}
.box.pool{border-left-color:var(--pool);width:19rem}
.box.ingressroute{border-left-color:var(--route);width:19rem}
.box.host{border-left-color:var(--host)}
.box.servers{width:max-content;min-width:13rem;max-width:20rem}
.box.servers,.box.pool,.box.path b,.line,code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace;font-size:.82rem}
.box.idle,.box.orphan{background:var(--idle-box);color:var(--idle)}
.box.missing{border-style:dashed;border-color:var(--fault);color:var(--fault)}
.box.fault{background:var(--fault-box);border-color:var(--fault);color:var(--fault)}
.box .group{border-bottom:1px solid var(--border);margin-bottom:.2rem}
.reason{margin:.2rem 0}
.object{background:var(--fault-box);border:1px solid var(--fault);border-radius:4px;padding:.35rem .6rem;margin:.3rem 0;overflow-wrap:anywhere}
.object.orphan{background:var(--idle-box);border-color:var(--idle);border-style:dashed}
.object b{color:var(--fault)}
.object.orphan b,.object.orphan .reason{color:var(--idle)}
.word{color:var(--soft)}
.said{padding-left:1rem;list-style:disc}
.said code{color:var(--soft)}
.said .warning .reason{color:var(--changed)}
.sign{display:inline-block;white-space:pre;font-style:normal;font-weight:700}
.key.added,.server.added,.line.added,.added>.name .sign{color:var(--added)}
.key.removed,.server.removed,.line.removed{color:var(--removed)}
.key.changed,.server.changed,.line.changed{color:var(--changed)}
.server.removed,.line.removed,.box.removed b,del{text-decoration:line-through}
del{display:block;color:var(--removed);font-size:.82rem}
.box.added{background:var(--added-box);border-color:var(--added)}
.box.removed{background:var(--removed-box);border-color:var(--removed)}
.box.changed{background:var(--changed-box);border-color:var(--changed)}
.section.added>summary{background:var(--added-box)}
.section.removed>summary{background:var(--removed-box)}
.section.changed>summary{background:var(--changed-box)}
.added>summary .sign,.box.added>b .sign{color:var(--added)}
.removed>summary .sign,.box.removed>b .sign{color:var(--removed)}
.changed>summary .sign,.box.changed>b .sign{color:var(--changed)}
.box.hit,.object.hit{outline:3px solid var(--hit);outline-offset:0}
summary.hit .name{background:var(--hit)}
.box summary{padding:0}
.see{color:var(--link);display:block;font-size:.82rem}
footer{padding:0 1rem 1rem;color:var(--soft)}
kbd{border:1px solid var(--border);border-radius:4px;padding:0 .3rem;font-size:.85em}
`;

const NARROW = `
main{padding:.4rem .5rem 2rem}
header{padding:.4rem .5rem;position:static}
.way>li{flex-direction:column;align-items:stretch}
.way .way{margin:.45rem 0 0 1rem}
.way .way>li::before,.way .way>li:not(:first-child)::before{left:-.6rem;width:.6rem}
.way .way>li:not(:last-child)::after{left:-.6rem}
.way>li>.box,.way>li>.line{width:100%;max-width:none}
#host,#service,select{flex:1 1 8rem;max-width:none}
`;

const PAPER = `
@page{size:A4 landscape;margin:10mm}
header{position:static;border:0;background:none}
.controls,.request,footer,#none{display:none}
html{font-size:12px}
body{font-size:11px}
.section{content-visibility:visible;background:none}
.way>li,.object,.box{break-inside:avoid}
summary{break-after:avoid}
.inside{overflow:visible}
.hit{outline:0!important;background:none!important}
*{print-color-adjust:exact}
`;

export const STYLE = `:root{${colours(0)}}@media screen and (prefers-color-scheme:dark){:root{${colours(1)}}}${SCREEN}@media screen and (max-width:820px){${NARROW}}@media print{${PAPER}}`;
