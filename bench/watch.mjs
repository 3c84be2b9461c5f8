// Measures the watch: from an event of the cluster to the last write.
import { performance } from "node:perf_hooks";
import { moduleOf } from "../tools/lib/checkout.mjs";
import { address, endpoints, watched } from "./watched.mjs";

const { isMemberKind } = moduleOf("sdk/watch/evaluate/structure-or-members");
const { ReviewedPlan } = moduleOf("sdk/watch/translate/reviewed-plan");
const { translationOf } = moduleOf("sdk/watch/translate/translation");

const percentile = (values, p) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * p))];

/** One Endpoints object of one Service changes: milliseconds from the request to the last write. */
export async function benchWatch(ingresses, changes) {
  const { put, writes, ask, close } = await watched(ingresses, ingresses);
  try {
    const took = [];
    const ownTimes = [];
    for (let i = 0; i < changes; i++) {
      writes.length = 0;
      const of = (i * 37) % ingresses;
      const begun = performance.now();
      await put(endpoints(of, 1, 2 + (i % 200)));
      while (writes.length === 0) await new Promise((done) => setTimeout(done, 1));
      took.push(writes[0].at - begun);
      ownTimes.push(writes[0].seconds * 1000);
    }
    return {
      ingresses,
      changes,
      p50: percentile(took, 0.5),
      p99: percentile(took, 0.99),
      rss: await ask("rss"),
      eventToWrite: { p50: percentile(ownTimes, 0.5), p99: percentile(ownTimes, 0.99) },
    };
  } finally {
    await close();
  }
}

/** Requests a second that a real controller gets, unless its stack sets another pace. */
const PACE = "25";

/** The first change after the watch says that it is ready, and some after it, at the pace of a real controller: milliseconds to the write. */
export async function benchWatchFirst(ingresses) {
  const { put, writes, close, readyMs } = await watched(ingresses, ingresses, { pace: PACE, justReady: true });
  try {
    const took = [];
    for (let i = 0; i < 11; i++) {
      writes.length = 0;
      const begun = performance.now();
      await put(endpoints((i * 37 + ingresses - 1) % ingresses, 1, 2 + i));
      while (writes.length === 0) await new Promise((done) => setTimeout(done, 1));
      took.push(writes[0].at - begun);
      await new Promise((done) => setTimeout(done, 200));
    }
    const [first, ...others] = took;
    return { ingresses, readyMs, first, others: percentile(others, 0.5) };
  } finally {
    await close();
  }
}

const ROUNDS = 5;

/** One Service that all Ingresses share: every pool is another. */
export async function benchWatchShared(ingresses) {
  const { put, writes, component, objects, close } = await watched(ingresses, 1);
  try {
    const [translated, first, last, perSecond] = [translations(component, objects), [], [], []];
    for (let i = 0; i < ROUNDS; i++) {
      writes.length = 0;
      const begun = performance.now();
      await put(endpoints(0, 1, 2 + i));
      while (writes.length < ingresses) await new Promise((done) => setTimeout(done, 2));
      first.push(writes[0].at - begun);
      last.push(writes.at(-1).at - begun);
      perSecond.push((ingresses * 1000) / (writes.at(-1).at - writes[0].at));
    }
    const medians = Object.entries({ translation: translated, first, last, perSecond }).map(([name, values]) => [
      name,
      percentile(values, 0.5),
    ]);
    return Object.fromEntries(medians);
  } finally {
    await close();
  }
}

/** Share of the plan in that, in milliseconds: from the Endpoints object to the servers of every pool. */
function translations(component, objects) {
  const raws = objects.map((value) => ({ value }));
  const reviewedPlan = new ReviewedPlan(translationOf(component));
  reviewedPlan.replace(
    raws.filter(({ value }) => !isMemberKind(value.kind)),
    raws.filter(({ value }) => isMemberKind(value.kind)),
  );
  return Array.from({ length: 20 }, (_, i) => {
    reviewedPlan.update({ value: endpoints(0, 1, 100 + i) }, false);
    const begun = performance.now();
    reviewedPlan.translateUpdates();
    return performance.now() - begun;
  }).slice(-ROUNDS);
}

/** Seconds before the measurement of memory begins: code gets compiled and connections get opened. */
const WARM_UP = 10;
/** Milliseconds between two looks at the memory. */
const MEMORY_MS = 10_000;

/** Changes at a pace, on some Services: what is written, how much memory that takes, and whether the last state is right. */
export async function benchWatchPace({ services, perSecond, seconds }) {
  const { avi, put, writes, ask, close } = await watched(services, services);
  try {
    const rss = [];
    const last = new Map();
    const sent = [];
    writes.length = 0;
    const begun = performance.now();
    let look = WARM_UP * 1000;
    for (let i = 0; performance.now() - begun < (WARM_UP + seconds) * 1000; i++) {
      if (performance.now() - begun >= look) {
        look += MEMORY_MS;
        void ask("rss").then((megabytes) => rss.push(Math.round(megabytes)));
      }
      const of = (i * 7919) % services;
      const host = 2 + (i % 250);
      last.set(of, host);
      sent.push(put(endpoints(of, host)));
      const due = begun + ((i + 1) * 1000) / perSecond;
      await new Promise((done) => setTimeout(done, Math.max(0, due - performance.now())));
    }
    await Promise.all(sent);
    const ended = performance.now();
    // the store copies what it lists: once for all Services, or looking takes longer than what is looked for
    const wrong = () => {
      const pools = new Map(
        avi.store.list("pool").map(({ name, servers }) => [/web-\d+(?=\.example)/.exec(name)?.[0], JSON.stringify(servers)]),
      );
      return [...last].filter(([of, host]) => !pools.get(`web-${of}`)?.includes(`"${address(of, host)}"`));
    };
    while (wrong().length > 0 && performance.now() - ended < 10_000) await new Promise((done) => setTimeout(done, 50));
    const gaps = [];
    const seen = new Map();
    for (const { resource, at } of writes) {
      if (seen.has(resource)) gaps.push(at - seen.get(resource));
      seen.set(resource, at);
    }
    return {
      lost: wrong().length,
      rightAfter: performance.now() - ended,
      changes: sent.length,
      writes: writes.length,
      least: Math.min(...gaps),
      rss,
      grown: Math.max(...rss, await ask("rss")) - rss[0],
      queue: await ask("queue"),
    };
  } finally {
    await close();
  }
}
