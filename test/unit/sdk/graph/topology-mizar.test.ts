import { expect, it } from "vitest";
import {
  beforeAndAfter,
  type Graph,
  readManifestFiles,
  readMizarSpecs,
  toDot,
  toHtml,
  toMermaid,
  topology,
  toSvg,
  translateToMizar,
} from "../../../../sdk";
import { nodeOf } from "../../../support/graph";
import { base, pod, service } from "../../../support/mizar";

const graphOf = (objects: readonly unknown[]): Graph =>
  topology(translateToMizar(readMizarSpecs(objects.map((value) => ({ value }))), { settings: { tenant: "customerA" } }));

/** A Pod that the selector of a Service finds. */
function labelled(name: string, labels: object, options = {}) {
  const made = pod(name, options);
  return { ...made, metadata: { ...made.metadata, labels: { ...made.metadata.labels, ...labels } } };
}

const web = {
  ...service("web"),
  metadata: { ...service("web").metadata, namespace: "internal" },
  spec: { selector: { app: "web" }, ports: [{ port: 80, targetPort: 8080, protocol: "TCP" }] },
};
const objects = [...base, web, labelled("one", { app: "web" }), labelled("two", { app: "web" }), pod("other")];

it("leads from a Service over its scaled endpoint to the Pods of its selector, in the frame of the VPC", () => {
  const graph = graphOf(objects);
  const ids = graph.edges.map(({ from, to }) => `${from} -> ${to}`);
  expect(ids).toContain("listener/web-internal-customerA -> pool/web-internal-customerA");
  expect(nodeOf(graph, "listener/web-internal-customerA")).toMatchObject({
    label: "port 80/TCP to 8080",
    details: ["Service/customerA/internal/web", expect.stringMatching(/^\d+ dividers?$/)],
    resources: ["mizar:PlacedService customerA/internal/web", expect.stringMatching(/^mizar:Vpc /)],
  });
  expect(nodeOf(graph, "pool/web-internal-customerA")?.details[0]).toMatch(/^scaled, [\d.]+ in subnet /);
  expect(nodeOf(graph, "servers/web-internal-customerA")).toMatchObject({
    members: [expect.stringMatching(/^[\d.]+ internal\/one$/), expect.stringMatching(/^[\d.]+ internal\/two$/)],
    resources: ["mizar:PlacedPod customerA/internal/one", "mizar:PlacedPod customerA/internal/two"],
  });
  expect(graph.groups.some(({ id, label }) => id.startsWith("vpc/") && /^VPC .*\/\d+$/.test(label))).toBe(true);
});

it("shows who is in a subnet, and what has no place", () => {
  const graph = graphOf([...objects, pod("bad", { nic: { subnet: "net9" } })]);
  const members = graph.nodes.filter(({ id }) => id.startsWith("servers/subnet/")).flatMap((node) => node.members ?? []);
  expect(members.filter((text) => / Pod internal\/(one|other|two)$/.test(text))).toHaveLength(3);
  expect(members.some((text) => text.endsWith(" Service internal/web"))).toBe(true);
  expect(graph.nodes.filter(({ kind, state }) => kind === "spec" && state === "fault").map(({ label }) => label)).toEqual([
    "Pod internal/bad",
  ]);
});

it("is drawn in every format, and marks Pods that come and go", () => {
  const both = beforeAndAfter(
    graphOf(objects),
    graphOf([...base, web, labelled("one", { app: "web" }), labelled("three", { app: "web" })]),
  );
  expect(nodeOf(both, "servers/web-internal-customerA")?.change).toBe("changed");
  const html = toHtml(both);
  expect(html).toMatch(/class="section ok changed"[^\n]*Service customerA\/internal\/web/);
  expect(html).toMatch(/class="server added"[^\n]*internal\/three/);
  for (const text of [toSvg(both), toMermaid(both), toDot(both)]) expect(text).toContain("Topology on Mizar");
});

it("draws the example", () => {
  const { objects: given, diagnostics } = readManifestFiles(["examples/mizar/manifests"]);
  const graph = topology(translateToMizar(readMizarSpecs(given, diagnostics)));
  expect(graph.nodes.filter(({ state }) => state === "fault")).toEqual([]);
  expect(
    nodeOf(graph, "servers/my-service-default-")?.members ?? graph.nodes.find(({ id }) => /^servers\/my-service/.test(id))?.members,
  ).toEqual(["10.10.1.12 default/nginx"]);
});
