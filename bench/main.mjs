// npm run bench [-- --quick] [-- --only pulumi,watch] [-- --seconds 600] [-- --ingresses 10000 --saved-once]: prints the measurements side by
// side and writes bench/results/latest.json.
import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { ensureBuilt, ensureInstalled } from "../tools/lib/checkout.mjs";
import { inRoot } from "../tools/lib/files.mjs";

const { values: flags } = parseArgs({
  options: {
    help: { type: "boolean" },
    quick: { type: "boolean" },
    only: { type: "string" },
    seconds: { type: "string" },
    ingresses: { type: "string" },
    "saved-once": { type: "boolean" },
  },
});
const { quick } = flags;
const round = (value) => (typeof value === "number" ? Number(value.toFixed(2)) : value);
const rounded = (row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, round(value)]));

/** Figures of a recording on two quiet cores; AKO is not part of this repository. */
const AKO = {
  "objects written": { seconds: 3.5, calls: 1078 },
  "statuses written": { seconds: 46 },
  "30 changes, p50": { seconds: 0.029 },
  "30 changes, p99": { seconds: 7.5 },
};

/** Each measures, prints, and gives what belongs into the file. */
const sections = {
  async translate() {
    const { benchTranslate } = await import("./pulumi.mjs");
    const rows = benchTranslate([100, 1000, 10_000]);
    console.log("translation, plain objects to API bodies");
    console.table(rows.map(rounded));
    const { benchPeak } = await import("./peak.mjs");
    const peaks = benchPeak(quick ? 1000 : 10_000);
    console.log("`k8s-lb translate` of a file, a process of its own: MB of memory at most");
    console.table(peaks.map(rounded));
    return { rows, peaks };
  },

  async requests() {
    const { benchRequests } = await import("./requests.mjs");
    const rows = benchRequests();
    console.log("k8s-lb test, from its start to its last line");
    console.table(rows.map(rounded));
    return rows;
  },

  async health() {
    const { benchHealth } = await import("./health.mjs");
    const rows = await benchHealth(quick ? 100 : 1000);
    console.log("k8s-lb status on Avi, from its start to its last line");
    console.table(rows.map(rounded));
    return rows;
  },

  async traffic() {
    const { benchTraffic } = await import("./traffic.mjs");
    const rows = await benchTraffic(quick ? 100_000 : 1_000_000);
    console.log("k8s-lb diff --log on 1,000 Ingresses: lines of the log in a second of the processor, MB of memory");
    console.table(Object.fromEntries(rows.map(({ name, ...row }) => [name, rounded(row)])));
    return rows;
  },

  async validate() {
    const { benchValidate } = await import("./pulumi.mjs");
    const rows = benchValidate(quick ? 100 : 1000);
    console.log("comparison of what is served with what the specs ask for, us for each Ingress, beside the translation");
    console.table(rows.map(rounded));
    return rows;
  },

  async pulumi() {
    const { benchOurs, benchPulumi } = await import("./pulumi.mjs");
    if (flags.ingresses) {
      const ingresses = Number(flags.ingresses);
      const ours = await benchOurs(ingresses);
      console.log(`pulumi with ${ingresses} Ingresses (${ours.resources} resources), the state saved once`);
      console.table(Object.fromEntries(["up", "preview", "noopUp", "movedUp", "refresh"].map((name) => [name, rounded(ours[name])])));
      return [{ ingresses, ours }];
    }
    const rows = [];
    for (const count of quick ? [100] : [100, 1000]) {
      const row = await benchPulumi(count);
      rows.push(row);
      console.log(
        `pulumi with ${count} Ingresses (${row.ours.resources} resources), beside ${row.each} that do nothing, without and with the body of a pool`,
      );
      const compared = (name) => {
        const { seconds, calls } = row.ours[name];
        const [noop, pools] = [row.noop[name]?.seconds, row.pools[name]?.seconds];
        return [name, rounded({ seconds, noop, ratio: noop && seconds / noop, pools, toPools: pools && seconds / pools, calls })];
      };
      console.table(Object.fromEntries(["savedUp", "up", "preview", "noopUp", "movedUp", "refresh"].map(compared)));
      const [state, noop, pools] = [row.ours, row.noop, row.pools].map(({ bytes }) => Math.round(bytes / row.each));
      console.log(
        `savedUp: the first \`up\` with a checkpoint for each step. Bytes of state, for each of ${row.each}: ${state}, no-op ${noop}, pools ${pools}`,
      );
    }
    console.log("AKO 2.2.1 with 1,000 Ingresses on the sandbox, recorded in November 2026 and not run here");
    console.table(AKO);
    return rows;
  },

  async languages() {
    const { benchLanguages, benchStarts } = await import("./languages.mjs");
    const starts = await benchStarts();
    console.log("from its start until a provider prints its port: ms, and MB of memory then");
    console.table(Object.fromEntries(Object.entries(starts).map(([name, row]) => [name, rounded(row)])));
    const results = { starts };
    for (const count of quick ? [10] : [100, 1000]) {
      const rows = await benchLanguages(count);
      console.log(`programs that mean the same, ${count} Ingresses: seconds, kB of state, lines that \`--diff\` prints`);
      console.table(Object.fromEntries(Object.entries(rows).map(([form, row]) => [form, rounded(row)])));
      results[count] = rows;
    }
    return results;
  },

  async facts() {
    const { benchFacts } = await import("./facts.mjs");
    const ingresses = Number(flags.ingresses ?? 1000);
    const rows = await benchFacts(ingresses);
    console.log(`facts of the last run with ${ingresses} Ingresses (at most 400 bytes for each), and the check that compares them`);
    console.table(Object.fromEntries(Object.entries(rows).map(([target, row]) => [target, rounded(row)])));
    return { ingresses, ...rows };
  },

  async octavia() {
    const { benchOctavia, others } = await import("./octavia.mjs");
    const rows = await benchOctavia();
    for (const [name, row] of Object.entries(rows)) {
      console.log(`octavia.LoadBalancer on the real Octavia, a Service with 3 ports and 10 endpoints: ${name}`);
      console.table({ ours: { ...row, seconds: round(row.seconds) }, ...others[name] });
    }
    return rows;
  },

  async octaviaServices() {
    const { benchOctaviaServices } = await import("./octavia.mjs");
    const measured = await benchOctaviaServices(quick ? 100 : 1000);
    console.log(`pulumi with ${measured.services} Services on the Octavia sandbox`);
    const row = (name) => [name, { seconds: round(measured[name].seconds), calls: measured[name].calls }];
    console.table(Object.fromEntries(["up", "preview", "noopUp", "refresh"].map(row)));
    return measured;
  },

  async watch({ pulumi }) {
    const { benchWatch, benchWatchFirst, benchWatchPace, benchWatchShared } = await import("./watch.mjs");
    const ingresses = quick ? 100 : 1000;
    const single = await benchWatch(ingresses, 100);
    const shared = await benchWatchShared(ingresses);
    console.log(`k8s-lb watch with ${ingresses} Ingresses: milliseconds from a change in the cluster to the last write`);
    console.table({
      "one Service": rounded({ p50: single.p50, p99: single.p99 }),
      "the same, from its event": rounded(single.eventToWrite),
      "one that all share": rounded(shared),
    });
    console.log(`MB of memory of that process: ${round(single.rss)}`);
    const first = await benchWatchFirst(ingresses);
    console.log("the first change after the watch says that it is ready, and those after it, at 25 requests a second: milliseconds");
    console.table({ watch: rounded(first) });
    const { benchOurs } = await import("./pulumi.mjs");
    const { movedUp } = pulumi?.find((row) => row.ingresses === ingresses)?.ours ?? (await benchOurs(ingresses));
    const upOverP50 = (movedUp.seconds * 1000) / single.p50;
    console.log(`\`pulumi up\` for the same moved Pod: ${round(movedUp.seconds)} s, ${round(upOverP50)} times the p50`);
    const seconds = Number(flags.seconds ?? (quick ? 20 : 600));
    const { rss, ...pace } = await benchWatchPace({ services: 200, perSecond: 50, seconds });
    console.log(`50 changes a second on 200 Services for ${seconds} s`);
    console.table({ watch: rounded(pace) });
    console.log(`MB of memory, every 10 s: ${rss.join(" ")}`);
    const { benchWatchStructure } = await import("./watch-structure.mjs");
    const structure = await benchWatchStructure(40, quick ? 3 : 10);
    console.log("structural change, 40 load balancers (Octavia), --apply all: from the API server to the load balancer");
    console.table({ watch: rounded(structure) });
    return { one: single, shared, first, pace: { ...pace, rss }, movedUp, upOverP50, structure };
  },

  async install() {
    const { benchInstall } = await import("./install.mjs");
    const rows = await benchInstall();
    console.log("npm install into an empty project, npm's cache warm");
    console.table(Object.fromEntries(rows.map(({ name, ...row }) => [name, row])));
    return rows;
  },

  async parts() {
    const { benchParts } = await import("./parts.mjs");
    const [ingresses, parts] = flags.ingresses ? [Number(flags.ingresses), 8] : [quick ? 80 : 800, 4];
    const measured = await benchParts(ingresses, parts, { savedOnce: flags["saved-once"] });
    console.log(`examples/parts with ${ingresses} Ingresses: one stack, ${parts} side by side, and one of these alone`);
    const row = (name) => {
      const [single, several, alone] = [measured.one[name], measured.several[name], measured.alone[name]];
      return [name, rounded({ one: single, several, alone, ratio: single / several })];
    };
    console.table(Object.fromEntries(["up", "preview", "refresh", "resources", "megabytes"].map(row)));
    return measured;
  },

  async statuses() {
    const { benchStatuses } = await import("./statuses.mjs");
    const measured = await benchStatuses(Number(flags.ingresses ?? (quick ? 100 : 1000)));
    console.log(`${measured.ingresses} Ingresses (${measured.resources} resources): statuses written`);
    console.table(Object.fromEntries(["up", "preview", "noopUp", "refresh"].map((name) => [name, rounded(measured[name])])));
    return measured;
  },

  async takeover() {
    const { benchTakeover } = await import("./takeover.mjs");
    const ingresses = Number(flags.ingresses ?? (quick ? 100 : 1000));
    const measured = await benchTakeover(ingresses, { savedOnce: flags["saved-once"] });
    console.log(`${ingresses} Ingresses of AKO (${measured.resources} resources): adopted with the marks of AKO, statuses written`);
    console.table(Object.fromEntries(["preview", "up", "noopUp"].map((name) => [name, rounded(measured[name])])));
    return measured;
  },
};

if (flags.help) {
  console.log(`npm run bench -- [options]
  --quick           a tenth of everything
  --only NAME,...   ${Object.keys(sections).join(", ")}
  --seconds N       how long the watch is kept busy; default 600
  --ingresses N     of \`parts\`: so many Ingresses, in 8 stacks and in one; of \`pulumi\`, \`statuses\` and \`takeover\`: so many
  --saved-once      of \`parts\` and \`takeover\`: with PULUMI_SKIP_CHECKPOINTS (docs/several-clusters.md)`);
  process.exit();
}
await ensureInstalled();
await ensureBuilt();
const results = { node: process.version };
for (const name of flags.only?.split(",") ?? Object.keys(sections)) results[name] = await sections[name](results);
mkdirSync(inRoot("bench/results"), { recursive: true });
writeFileSync(inRoot("bench/results/latest.json"), `${JSON.stringify(results, null, 2)}\n`);
