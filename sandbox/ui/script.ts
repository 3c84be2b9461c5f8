// The script and the style of the sandbox's page.

/** Asks for the page again and takes what is different; a button asks the sandbox to switch its server. */
export const SCRIPT = `"use strict";
const byId = (id) => document.getElementById(id);
const refresh = async () => {
  try {
    const answer = await fetch("/", { cache: "no-store" });
    const next = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const given of next.querySelectorAll("details")) {
      const here = byId(given.id);
      if (here) given.open = here.open;
    }
    for (const id of ["objects", "calls"]) {
      const [here, given] = [byId(id), next.getElementById(id)];
      if (here.innerHTML === given.innerHTML) continue;
      const { address, holder } = document.activeElement?.dataset ?? {};
      here.innerHTML = given.innerHTML;
      for (const button of here.querySelectorAll("button")) if (button.dataset.address === address && button.dataset.holder === holder) button.focus();
    }
    byId("state").textContent = "";
  } catch {
    byId("state").textContent = "The sandbox does not answer.";
  }
};
document.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { backend, holder, address, enabled } = button.dataset;
  const body = JSON.stringify({ backend, holder, address, enabled: enabled !== "true" });
  const answer = await fetch("/servers", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  await refresh();
  if (!answer.ok) byId("state").textContent = "The server is gone.";
});
(async () => {
  for (;;) {
    await new Promise((done) => setTimeout(done, 1000));
    if (!document.hidden) await refresh();
  }
})();
`;

const COLOURS = {
  page: ["#fff", "#0d1117"],
  panel: ["#f6f8fa", "#161b22"],
  line: ["#d0d7de", "#30363d"],
  text: ["#1f2328", "#e6edf3"],
  soft: ["#57606a", "#9da7b3"],
  bad: ["#b42318", "#ff8d83"],
  link: ["#0969da", "#58a6ff"],
};

const colours = (nth: 0 | 1) =>
  Object.entries(COLOURS)
    .map(([name, pair]) => `--${name}:${pair[nth]}`)
    .join(";");

export const STYLE = `:root{${colours(0)}}@media (prefers-color-scheme:dark){:root{${colours(1)}}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:14px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
header{background:var(--panel);border-bottom:1px solid var(--line);padding:.6rem 1rem}
h1{font-size:1.05rem;margin:0}h2{font-size:1rem;margin:.4rem 0}header p{margin:0;color:var(--soft)}
main{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:1rem;padding:.6rem 1rem}
@media (max-width:900px){main{grid-template-columns:minmax(0,1fr)}}
details{border:1px solid var(--line);border-radius:8px;background:var(--panel);margin:.4rem 0}
summary{cursor:pointer;padding:.4rem .7rem}
ul{list-style:none;margin:0;padding:0 .7rem .4rem}
li{padding:.15rem 0;overflow-wrap:anywhere}
.servers{padding:0 0 0 1rem}
.off code{text-decoration:line-through}
.off{color:var(--bad)}
small,td,th{color:var(--soft);text-align:left}
.bad td{color:var(--bad)}
#state{color:var(--bad)}
table{border-collapse:collapse;width:100%;font-size:.85rem}
td,th{padding:.15rem .4rem;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.85em}
button{font:inherit;font-size:.85em;color:inherit;background:var(--page);border:1px solid var(--line);border-radius:6px;padding:.05rem .5rem;cursor:pointer}
button:focus-visible,summary:focus-visible{outline:2px solid var(--link)}
`;
