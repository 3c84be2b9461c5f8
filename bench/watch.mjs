// The continuous run on the sandboxes: from an event of the cluster to the last write, without Pulumi in between.
import { fork } from "node:child_process";
import { once } from "node:events";
import { performance } from "node:perf_hooks";
import { connected } from "../dist/provider/index.js";
import { connect } from "../dist/provider/kubernetes/connect.js";
import { startAviSandbox, startKubernetesSandbox } from "../dist/sandbox/index.js";
import { readCluster } from "../dist/sdk/kubernetes/read.js";
import { readSpecs } from "../dist/sdk/specs/index.js";
import { idOf } from "../dist/sdk/watch/slice.js";
import { translationOf } from "../dist/sdk/watch/translation.js";

const core = (plural, kind, namespaced = true) => ({ group: "", version: "v1", plural, kind, namespaced, tenanted: true });
const TYPES = {
  Namespace: core("namespaces", "Namespace", false),
  Service: core("services", "Service"),
  Endpoints: core("endpoints", "Endpoints"),
  Ingress: { ...core("ingresses", "Ingress"), group: "networking.k8s.io" },
};

const address = (i, host) => `10.${1 + (i >> 8)}.${i & 255}.${host}`;
const endpoints = (i, ...hosts) => ({
  apiVersion: "v1",
  kind: "Endpoints",
  metadata: { name: `web-${i}`, namespace: "bench" },
  subsets: [{ addresses: hosts.map((host) => ({ ip: address(i, host) })), ports: [{ port: 8080 }] }],
});
const service = (i) => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: `web-${i}`, namespace: "bench" },
  spec: { ports: [{ port: 80, targetPort: 8080 }] },
});
const ingress = (i, to) => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "Ingress",
  metadata: { name: `web-${i}`, namespace: "bench" },
  spec: {
    rules: [
      {
        host: `web-${i}.example.com`,
        http: { paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: `web-${to}`, port: { number: 80 } } } }] },
      },
    ],
  },
});

/** A cluster of so many Ingresses, its stack, and a watch over both. */
async function watched(ingresses, services) {
  const [avi, cluster] = await Promise.all([startAviSandbox({ rateLimit: "off" }), startKubernetesSandbox({})]);
  const client = connect({ kubeconfig: cluster.kubeconfig });
  const known = new Set();
  const put = async (body) => {
    const { kind, metadata } = body;
    const key = { type: TYPES[kind], namespace: metadata.namespace, name: metadata.name };
    const id = `${kind} ${metadata.name}`;
    if (known.has(id)) return client.mergePatch(key, body);
    known.add(id);
    return client.create(key, body);
  };
  await put({ apiVersion: "v1", kind: "Namespace", metadata: { name: "bench" } });
  for (let i = 0; i < services; i++) await Promise.all([put(service(i)), put(endpoints(i, 1))]);
  for (let i = 0; i < ingresses; i += 20)
    await Promise.all(Array.from({ length: Math.min(20, ingresses - i) }, (_, k) => put(ingress(i + k, (i + k) % services))));

  const values = { "avi:controller": avi.url, "avi:username": avi.username, "avi:password": avi.password, "avi:rateLimit": "off" };
  const component = {
    target: "avi",
    kind: "KubernetesCluster",
    name: "bench",
    options: { owner: "pulumi-k8s-lb:bench/bench/bench/bench", settings: { clusterName: "bench", disableStaticRouteSync: true } },
    clusters: [{ kubeconfig: cluster.kubeconfig }],
    files: [],
    objects: [],
  };
  const { objects } = await readCluster({ kubeconfig: cluster.kubeconfig });
  const planned = translationOf(component)(readSpecs(objects.map((value) => ({ value })))).resources;
  const state = [];
  const make = async ({ type, name, inputs }) => {
    const news = JSON.parse(JSON.stringify(inputs));
    const { id, outs } = await connected(type, values).create(news);
    state.push({ type, name, id, inputs: news, outputs: outs });
  };
  const pools = planned.filter(({ type }) => type === "avi:Pool");
  for (let i = 0; i < pools.length; i += 20) await Promise.all(pools.slice(i, i + 20).map(make));
  for (const resource of planned) if (resource.type !== "avi:Pool") await make(resource);

  const writes = [];
  const watch = fork(new URL("watch-process.mjs", import.meta.url), { execArgv: ["--expose-gc"] });
  watch.on("message", ({ write }) => {
    if (write) writes.push({ ...write, at: performance.now() });
  });
  const ask = async (what, rest = {}) => {
    watch.send({ ask: what, ...rest });
    for (;;) {
      const [{ answer }] = await once(watch, "message");
      if (answer !== undefined) return answer;
    }
  };
  await ask("start", { component, state, values });
  const close = async () => {
    const gone = once(watch, "exit");
    watch.send({ ask: "close" });
    await gone;
    await Promise.all([avi.close(), cluster.close()]);
  };
  return { avi, put, writes, ask, resources: planned.map(idOf), close };
}

const percentile = (values, p) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * p))];

/** One Endpoints object of one Service changes: milliseconds from the request to the last write. */
export async function benchWatch(ingresses, changes) {
  const { put, writes, close } = await watched(ingresses, ingresses);
  try {
    const took = [];
    const own = [];
    for (let i = 0; i < changes; i++) {
      writes.length = 0;
      const of = (i * 37) % ingresses;
      const begun = performance.now();
      await put(endpoints(of, 1, 2 + (i % 200)));
      while (writes.length === 0) await new Promise((done) => setTimeout(done, 1));
      took.push(writes[0].at - begun);
      own.push(writes[0].seconds * 1000);
    }
    return {
      ingresses,
      changes,
      p50: percentile(took, 0.5),
      p99: percentile(took, 0.99),
      eventToWrite: { p50: percentile(own, 0.5), p99: percentile(own, 0.99) },
    };
  } finally {
    await close();
  }
}

/** One Service that all Ingresses share: every pool is another. */
export async function benchWatchShared(ingresses) {
  const { put, writes, close } = await watched(ingresses, 1);
  try {
    const rounds = [];
    for (let i = 0; i < 5; i++) {
      writes.length = 0;
      const begun = performance.now();
      await put(endpoints(0, 1, 2 + i));
      while (writes.length < ingresses) await new Promise((done) => setTimeout(done, 2));
      rounds.push({ first: writes[0].at - begun, last: writes.at(-1).at - begun });
    }
    return {
      ingresses,
      first: percentile(
        rounds.map(({ first }) => first),
        0.5,
      ),
      last: percentile(
        rounds.map(({ last }) => last),
        0.5,
      ),
    };
  } finally {
    await close();
  }
}

/** Changes at a pace, on some Services: what is written, how much memory that takes, and whether the last state is right. */
export async function benchWatchPace({ services, perSecond, seconds }) {
  const { avi, put, writes, ask, close } = await watched(services, services);
  try {
    const before = await ask("rss");
    const last = new Map();
    const sent = [];
    writes.length = 0;
    const begun = performance.now();
    for (let i = 0; performance.now() - begun < seconds * 1000; i++) {
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
      writes: writes.length,
      least: Math.min(...gaps),
      grown: ((await ask("rss")) - before) / 2 ** 20,
      queue: await ask("queue"),
    };
  } finally {
    await close();
  }
}
