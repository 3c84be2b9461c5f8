import { performance } from "node:perf_hooks";
import { aviObjects, readSpecs, translateToAvi } from "../dist/sdk/index.js";
import { manifests } from "./pulumi.mjs";

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
