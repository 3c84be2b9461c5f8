// HTML of the page.
import { createHash } from "node:crypto";
import type { Call } from "../shared/front";
import { objectsOf, type ShownKind, type ShownObject, type ShownServer, type UiSources } from "./objects";
import { SCRIPT, STYLE } from "./script";

/** Calls that are listed; the command lists all. */
const LAST = 60;

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const POLICY = `default-src 'none'; script-src ${hash(SCRIPT)}; style-src ${hash(STYLE)}; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'`;

/** The page of a sandbox: its objects, the last calls, and a switch for each server. */
export function pageOf(sources: UiSources): string {
  const calls = [
    ...sources.avi.calls().map((call) => ({ backend: "Avi", call })),
    ...sources.octavia.calls().map((call) => ({ backend: "OpenStack", call })),
    ...sources.kubernetes.calls().map((call) => ({ backend: "Kubernetes", call })),
  ];
  const last = calls.sort((a, b) => b.call.at - a.call.at).slice(0, LAST);
  const kinds = objectsOf(sources);
  return [
    "<!doctype html>",
    `<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">',
    `<title>k8s-lb sandbox</title><style>${STYLE}</style></head><body>`,
    '<header><h1>k8s-lb sandbox</h1><p>Objects and calls of the back ends in memory. <span id="state" role="status"></span></p></header>',
    '<main><section id="objects"><h2>Objects</h2>',
    kinds.every(isOfCluster) ? "<p>No load balancer has an object yet: <code>pulumi up</code> makes them.</p>" : "",
    kinds.map(kindOf).join(""),
    `</section><section id="calls"><h2>Last calls</h2><table><thead><tr><th>back end</th><th>call</th><th>status</th><th>ms</th></tr></thead><tbody>`,
    last.map(({ backend, call }) => callOf(backend, call)).join(""),
    "</tbody></table></section></main>",
    `<script>${SCRIPT}</script></body></html>`,
    "",
  ].join("\n");
}

const isOfCluster = ({ title }: ShownKind) => title.startsWith("Kubernetes");

function kindOf(kind: ShownKind): string {
  const { title, objects } = kind;
  const open = isOfCluster(kind) ? "" : " open";
  return `<details id="${xml(title)}"${open}><summary><b>${xml(title)}</b> ${objects.length}</summary><ul>${objects.map(objectOf).join("")}</ul></details>`;
}

function objectOf({ name, details, servers }: ShownObject): string {
  const list = servers.length > 0 ? `<ul class="servers">${servers.map(serverOf).join("")}</ul>` : "";
  return `<li><span class="name">${xml(name)}</span> <small>${xml(details)}</small>${list}</li>`;
}

function serverOf({ backend, holder, address, enabled }: ShownServer): string {
  const data = `data-backend="${backend}" data-holder="${xml(holder)}" data-address="${xml(address)}" data-enabled="${enabled}"`;
  const word = enabled ? "Disable" : "Enable";
  return `<li class="${enabled ? "on" : "off"}"><code>${xml(address)}</code> ${enabled ? "enabled" : "disabled"} <button type="button" ${data} aria-label="${word} ${xml(address)}">${word}</button></li>`;
}

const callOf = (backend: string, { method, path, status, durationMs }: Call) =>
  `<tr class="${status >= 400 || status === 0 ? "bad" : ""}"><td>${backend}</td><td><code>${xml(`${method} ${path}`)}</code></td><td>${status === 0 ? "cut" : status}</td><td>${Math.round(durationMs)}</td></tr>`;

/** Names come from anybody. */
function xml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const printable = text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, "\ufffd");
  return printable.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
