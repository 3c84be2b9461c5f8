import { performance } from "node:perf_hooks";
import { aviObjects, readSpecs, translateToAvi } from "../dist/sdk/index.js";

const RUNS = 21;

/** Milliseconds from plain objects to API bodies, median of several runs, beside a structured clone of the same objects as a floor. */
export function benchTranslate(counts) {
  return counts.map((count) => {
    const raws = manifests(count).map((value) => ({ value }));
    const settings = { clusterName: "bench", shardVSSize: "LARGE" };
    const translate = median(() => aviObjects(translateToAvi(readSpecs(raws), { settings })));
    const clone = median(() => structuredClone(raws));
    return { ingresses: count, ms: translate, usPerIngress: (translate * 1000) / count, cloneMs: clone, ratio: translate / clone };
  });
}

function median(work) {
  work();
  const times = Array.from({ length: RUNS }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)];
}

/** N Ingresses with a host, two paths, a Service and its Endpoints each; every tenth host is secure. */
export function manifests(count) {
  const objects = [];
  for (let i = 0; i < count; i++) {
    const name = `app-${i}`;
    const host = `${name}.avi.internal`;
    const backend = { service: { name, port: { number: 80 } } };
    const metadata = { name, namespace: `team-${i % 20}` };
    const secure = i % 10 === 0;
    objects.push(
      { apiVersion: "v1", kind: "Service", metadata, spec: { ports: [{ name: "http", port: 80, targetPort: 8080 }] } },
      {
        apiVersion: "v1",
        kind: "Endpoints",
        metadata,
        subsets: [{ addresses: [{ ip: address(i, 1) }, { ip: address(i, 2) }], ports: [{ name: "http", port: 8080 }] }],
      },
      {
        apiVersion: "networking.k8s.io/v1",
        kind: "Ingress",
        metadata,
        spec: {
          ...(secure ? { tls: [{ hosts: [host], secretName: name }] } : {}),
          rules: [{ host, http: { paths: [{ path: "/", pathType: "ImplementationSpecific", backend }] } }],
        },
      },
    );
    if (secure) objects.push({ apiVersion: "v1", kind: "Secret", metadata, stringData: { "tls.crt": "CERTIFICATE", "tls.key": "KEY" } });
  }
  return objects;
}

const address = (i, last) => `10.${(i >> 14) & 63}.${(i >> 6) & 255}.${((i & 63) << 2) + last}`;
