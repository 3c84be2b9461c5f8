// npm run bench [-- --quick] [-- --parts]: prints the measurements side by side and writes bench/results/latest.json.
import { mkdirSync, writeFileSync } from "node:fs";
import { ensureBuilt, ensureInstalled } from "../tools/lib/checkout.mjs";
import { inRoot } from "../tools/lib/files.mjs";

await ensureInstalled();
await ensureBuilt();
const quick = process.argv.includes("--quick");
const { benchPulumi, benchTranslate } = await import("./pulumi.mjs");
const { benchParts } = await import("./parts.mjs");
const { benchOctavia, benchOctaviaServices, others } = await import("./octavia.mjs");
const { benchInstall } = await import("./install.mjs");
const { benchWatch, benchWatchPace, benchWatchShared } = await import("./watch.mjs");

const round = (value) => Number(value.toFixed(2));
const results = { node: process.version, translate: benchTranslate([100, 1000, 10_000]), pulumi: [] };
console.log("translation, plain objects to API bodies");
console.table(results.translate.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, round(value)]))));

for (const count of quick ? [100] : [100, 1000]) {
  const row = await benchPulumi(count);
  results.pulumi.push(row);
  console.log(`pulumi with ${count} Ingresses (${row.resources} resources), beside as many resources that do nothing`);
  console.table(
    Object.fromEntries(
      ["up", "preview", "noopUp", "refresh"].map((name) => [
        name,
        {
          seconds: round(row.ours[name].seconds),
          noop: round(row.noop[name].seconds),
          ratio: round(row.ours[name].seconds / row.noop[name].seconds),
          calls: row.ours[name].calls,
        },
      ]),
    ),
  );
  console.log(`state: ${row.ours.bytesPerResource} bytes per resource, no-op ${row.noop.bytesPerResource}`);
}

results.octavia = await benchOctavia();
for (const [name, row] of Object.entries(results.octavia)) {
  console.log(`octavia.LoadBalancer on the real Octavia, a Service with 3 ports and 10 endpoints: ${name}`);
  console.table({ ours: { ...row, seconds: round(row.seconds) }, ...others[name] });
}
results.octaviaServices = await benchOctaviaServices(quick ? 100 : 1000);
console.log(`pulumi with ${results.octaviaServices.services} Services on the Octavia sandbox`);
console.table(
  Object.fromEntries(
    ["up", "preview", "noopUp", "refresh"].map((name) => {
      const { seconds, calls } = results.octaviaServices[name];
      return [name, { seconds: round(seconds), calls }];
    }),
  ),
);
const ingresses = quick ? 100 : 1000;
const up = results.pulumi.at(-1).ours.noopUp.seconds * 1000;
const one = await benchWatch(ingresses, 100);
const shared = await benchWatchShared(ingresses);
const pace = await benchWatchPace({ services: 200, perSecond: 50, seconds: quick ? 20 : 600 });
results.watch = { one, shared, pace, upOverP50: up / one.p50 };
console.log(
  `k8s-lb watch with ${ingresses} Ingresses: milliseconds from a change in the cluster to the last write; an \`up\` takes ${round(up / one.p50)} times the p50`,
);
console.table({
  "one Service": { p50: round(one.p50), p99: round(one.p99) },
  "one that all share": { first: round(shared.first), last: round(shared.last) },
});
console.log("50 changes a second on 200 Services");
console.table({ watch: Object.fromEntries(Object.entries(pace).map(([key, value]) => [key, round(value)])) });
results.install = await benchInstall();
console.log("npm install into an empty project, npm's cache warm");
console.table(Object.fromEntries(results.install.map(({ name, ...row }) => [name, row])));
// the whole of docs/parts.md takes most of an hour
const [large, parts] = process.argv.includes("--parts") ? [10_000, 8] : [quick ? 80 : 800, 4];
results.parts = await benchParts(large, parts);
console.log(`examples/parts with ${large} Ingresses: one stack, and ${parts} side by side`);
console.table(
  Object.fromEntries(
    ["up", "preview", "refresh", "resources", "megabytes"].map((name) => {
      const [one, several] = [results.parts.one[name], results.parts.several[name]];
      return [name, { one: round(one), several: round(several), ratio: round(one / several) }];
    }),
  ),
);
mkdirSync(inRoot("bench/results"), { recursive: true });
writeFileSync(inRoot("bench/results/latest.json"), `${JSON.stringify(results, null, 2)}\n`);
