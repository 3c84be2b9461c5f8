/** Alerts and manifests of the docs: each metric and label of a rule is one that the watch has, and each document can be read. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { metrics } from "../../../sdk/watch/report/metrics";

const page = (name: string) => readFileSync(join(__dirname, "../../../docs", name), "utf8");

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}

/** Metrics of a watch that has seen one of each event, as Prometheus reads them: the labels of each. */
async function known(): Promise<Map<string, Set<string>>> {
  const { observer, routes } = metrics();
  const at = { cluster: "c", kind: "Pod" };
  observer({ what: "event", ...at, type: "ADDED" } as never);
  observer({ what: "stream", ...at, state: "listed" } as never);
  observer({ what: "failure", code: "LB2000" } as never);
  observer({ what: "run", run: "up", failed: "x" } as never);
  observer({ what: "write", type: "avi:Pool", seconds: 1 } as never);
  const view = { queue: () => ({ waiting: 0, oldestSeconds: 0 }), ready: () => true, pending: () => [], drift: () => [] };
  const { body } = (await routes(view as never)["/metrics"]?.(new URLSearchParams())) ?? { body: "" };
  const found = new Map<string, Set<string>>();
  for (const [, name = "", labels = ""] of body.matchAll(/^(\w+)(?:\{(.*)\})? /gm)) {
    const names = [...labels.matchAll(/(\w+)="/g)].map(([, label = ""]) => label);
    found.set(name, new Set([...(found.get(name) ?? []), ...names]));
  }
  return found;
}

const rules: Rule[] = parse(page("watch-alerts.yaml")).groups.flatMap((group: { rules: Rule[] }) => group.rules);

describe("docs/watch-alerts.yaml", () => {
  it.each(rules.map((rule) => [rule.alert, rule] as const))("%s asks for metrics and labels of the watch", async (_name, rule) => {
    const metricsKnown = await known();
    const asked = [...rule.expr.matchAll(/(k8s_lb_watch_\w+)(?:\{([^}]*)\})?/g)];
    expect(asked).not.toEqual([]);
    for (const [, metric = "", labels = ""] of asked) {
      expect([...metricsKnown.keys()]).toContain(metric);
      for (const [, label = ""] of labels.matchAll(/(\w+)=/g)) expect([...(metricsKnown.get(metric) ?? [])]).toContain(label);
      for (const [, by = ""] of rule.expr.matchAll(/by \((\w+)\)/g)) expect([...(metricsKnown.get(metric) ?? [])]).toContain(by);
    }
  });

  it.each(rules.map((rule) => [rule.alert, rule] as const))("%s says what is wrong and what to do", (_name, { labels, annotations }) => {
    expect(["critical", "warning", "info"]).toContain(labels.severity);
    expect(annotations.summary.length).toBeGreaterThan(10);
    expect(annotations.description.length).toBeGreaterThan(10);
  });

  it("has a rule for every gauge that a person acts on", () => {
    const text = rules.map(({ expr }) => expr).join(" ");
    for (const gauge of ["leader", "ready", "pending", "drift", "queue_oldest_seconds"]) expect(text).toContain(`k8s_lb_watch_${gauge}`);
  });
});

it("manifests of docs/gitops.md can be read", () => {
  const blocks = [...page("gitops.md").matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = ""]) => text);
  const documents = blocks.flatMap((text) => parseAllDocuments(text));
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  const kinds = documents.map((document) => document.toJS().kind);
  expect(kinds).toEqual(["Stack", "ConfigMap", "Stack", "Kustomization"]);
});
