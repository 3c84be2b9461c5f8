/** Light colours, and those that replace them where the reader has a dark page. Every state has a word in the picture too. */
const LIGHT = {
  page: "#ffffff",
  frame: "#f6f8fa",
  border: "#8c959f",
  box: "#ffffff",
  text: "#1f2328",
  soft: "#57606a",
  line: "#57606a",
  fault: "#b42318",
  faultBox: "#fff1f0",
  idle: "#57606a",
  idleBox: "#eaeef2",
  host: "#0969da",
  hostBox: "#ddf4ff",
  ingressroute: "#8250df",
  listener: "#1a7f37",
  pool: "#9a6700",
};

const DARK: typeof LIGHT = {
  page: "#0d1117",
  frame: "#161b22",
  border: "#6e7681",
  box: "#0d1117",
  text: "#e6edf3",
  soft: "#9da7b3",
  line: "#9da7b3",
  fault: "#ff8d83",
  faultBox: "#2d1413",
  idle: "#9da7b3",
  idleBox: "#21262d",
  host: "#58a6ff",
  hostBox: "#10233f",
  ingressroute: "#bc8cff",
  listener: "#3fb950",
  pool: "#d29922",
};

const rules = (c: typeof LIGHT) => [
  `.page{fill:${c.page}}`,
  `.frame{fill:${c.frame};stroke:${c.border}}`,
  `.box{fill:${c.box};stroke:${c.border}}`,
  `.host .box{fill:${c.hostBox}}`,
  `text{fill:${c.text}}`,
  `.detail,.heading,.note{fill:${c.soft}}`,
  `.wire,.rule{stroke:${c.line}}`,
  `.tip{fill:${c.line}}`,
  `.host .bar{fill:${c.host}}`,
  `.ingressroute .bar{fill:${c.ingressroute}}`,
  `.listener .bar{fill:${c.listener}}`,
  `.pool .bar{fill:${c.pool}}`,
  `.fault .box{fill:${c.faultBox};stroke:${c.fault}}`,
  `.fault .bar,.missing .bar,.tip.fault,.tip.missing{fill:${c.fault}}`,
  `.reason,text.fault,text.missing{fill:${c.fault}}`,
  `.wire.fault,.wire.missing,.missing .box{stroke:${c.fault}}`,
  `.orphan .box,.idle .box{fill:${c.idleBox};stroke:${c.idle}}`,
  `.orphan .bar,.idle .bar,.tip.idle,.tip.orphan,text.idle,text.orphan,.orphan text,.idle text{fill:${c.idle}}`,
  `.wire.idle,.wire.orphan{stroke:${c.idle}}`,
];

/** Every selector below our own class. */
const scoped = (list: readonly string[]) =>
  list.map((rule) => {
    const [selectors = "", body = ""] = rule.split("{");
    return `${selectors
      .split(",")
      .map((selector) => `.k8s-lb-graph ${selector}`)
      .join(",")}{${body}`;
  });

/** Classes alone are styled, below one class of our own, so that a picture may stand inside another page. */
export const STYLE = [
  ...scoped([
    "text{font:11px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace;white-space:pre}",
    "text.headline{font-size:15px;font-weight:bold}",
    "text.title,text.heading{font-size:12px;font-weight:bold}",
    "text.right{text-anchor:end}",
    ".wire{fill:none;stroke-width:1.5}",
    ".wire.fault{stroke-width:2}",
    ".wire.missing,.wire.idle,.missing .box,.orphan .box{stroke-dasharray:4 3}",
    ".missing .box{fill:none}",
    ".rule{stroke-opacity:.35}",
    ...rules(LIGHT),
  ]),
  "@media (prefers-color-scheme:dark){",
  ...scoped(rules(DARK)),
  "}",
].join("\n");
