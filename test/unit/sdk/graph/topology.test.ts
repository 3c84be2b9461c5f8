import { describe, expect, it } from "vitest";
import { type Graph, topology, translateToAvi, translateToOctavia, translateToRoutes } from "../../../../sdk";
import { service as named, root, to } from "../../../support/contour";
import { linesOf, nodeOf, specsOf } from "../../../support/graph";
import { endpoints, ingress, secret, service } from "../../../support/manifests";

const manifests = [
  service("web", [80]),
  endpoints("web", ["10.0.0.1", "10.0.0.2"], 8080),
  service("big", [80]),
  endpoints("big", ["10.0.1.1", "10.0.1.2", "10.0.1.3", "10.0.1.4"], 8080),
  service("game", [7000], "LoadBalancer"),
  endpoints("game", ["10.0.2.1"], 7000),
  ingress({
    name: "shop",
    rules: [
      { host: "shop.com", path: "/", service: "web" },
      { host: "shop.com", path: "/big", service: "big" },
    ],
  }),
  secret("s", "CERT", "KEY"),
  ingress({ name: "pay", rules: [{ host: "pay.com", path: "/", service: "web" }], tls: [{ hosts: ["pay.com"], secretName: "s" }] }),
  ingress({ name: "lost", rules: [{ host: "lost.com", path: "/", service: "nowhere" }] }),
];

const passthrough = {
  apiVersion: "route.openshift.io/v1",
  kind: "Route",
  metadata: { name: "through", namespace: "default" },
  spec: {
    host: "through.com",
    to: { kind: "Service", name: "web" },
    tls: { termination: "passthrough", insecureEdgeTerminationPolicy: "Redirect" },
  },
};

/** Ids along the only way down from a node. */
function down({ edges }: Graph, from: string): string[] {
  const next = edges.filter((edge) => edge.from === from);
  return [from, ...(next.length === 1 ? down({ edges } as Graph, next[0]!.to) : [])];
}

describe("the topology on Avi", () => {
  const graph = topology(translateToAvi(specsOf([...manifests, passthrough]), { settings: { clusterName: "c1" } }));

  const shared = "c1--Shared-L7-0/http:00080";
  const secure = "c1--Shared-L7-0/https:00443";

  it("leads over a label of the shared virtual service to pool and servers", () => {
    expect(linesOf(graph)).toEqual(
      expect.arrayContaining([
        `host/shop.com -> listener/${shared}/shop.com ok`,
        `listener/${shared}/shop.com -> path/${shared}/shop.com /big ok`,
        `path/${shared}/shop.com /big -> pool/c1--shop.com_big-default-shop ok`,
      ]),
    );
    expect(nodeOf(graph, `path/${shared}/shop.com /big`)).toMatchObject({ label: "/big", group: "virtualservice/c1--Shared-L7-0" });
    expect(nodeOf(graph, "servers/c1--shop.com_-default-shop")?.label).toBe("10.0.0.1:8080 10.0.0.2:8080");
    expect(nodeOf(graph, "servers/c1--shop.com_big-default-shop")).toMatchObject({ label: "4 servers", size: 4 });
  });

  it("leads over the SNI child of a secure host, and redirects its clear text", () => {
    expect(nodeOf(graph, `listener/${secure}/pay.com`)).toMatchObject({ label: "port 443, HTTPS", details: ["SNI child c1--pay.com"] });
    expect(down(graph, `listener/${secure}/pay.com`).slice(2)).toEqual([
      "pool/c1--default-pay.com_-pay",
      "servers/c1--default-pay.com_-pay",
    ]);
    expect(down(graph, `listener/${shared}/pay.com`)).toHaveLength(2);
    expect(graph.nodes.filter(({ kind }) => kind === "redirect").map(({ label }) => label)).toContain("redirect to https (302)");
  });

  it("has passthrough hosts and the ports of Services", () => {
    const listener = graph.edges.find(({ from, to: at }) => from === "host/through.com" && at.includes("Passthrough-0/tls"))!.to;
    expect(nodeOf(graph, listener)).toMatchObject({ label: "port 443, TLS passthrough", group: "virtualservice/c1--Shared-Passthrough-0" });
    expect(down(graph, listener).at(-1)).toBe("servers/c1--through.com-web");
    expect(nodeOf(graph, "listener/c1--default-game/tcp:07000")).toMatchObject({
      label: "port 7000, TCP",
      details: ["Service/default/game"],
    });
    expect(down(graph, "listener/c1--default-game/tcp:07000").at(-1)).toBe("servers/c1--default-game-7000");
  });

  it("names what is not served as a whole, and pools without servers", () => {
    expect(graph.nodes.find(({ kind }) => kind === "spec")).toMatchObject({ label: "Ingress default/lost", state: "fault" });
    expect(nodeOf(graph, "servers/c1--lost.com_-default-lost")).toMatchObject({ label: "no servers", state: "idle" });
  });

  it("shows the ratio of a pool as a part of the traffic", () => {
    const weighted = [
      root("n/shop", {
        fqdn: "w.com",
        routes: [
          to("/", [
            { name: "a", weight: 3 },
            { name: "b", weight: 1 },
          ]),
        ],
      }),
      named("n/a"),
      named("n/b"),
    ];
    const lines = linesOf(topology(translateToAvi(specsOf(weighted), { settings: { clusterName: "c1" } })));
    expect(lines.filter((line) => line.includes("-> pool/")).map((line) => line.split(" ").slice(-2))).toEqual([
      ["3/4", "ok"],
      ["1/4", "ok"],
    ]);
  });
});

describe("the topology on Octavia", () => {
  const graph = topology(
    translateToOctavia(specsOf([...manifests, passthrough]), { settings: { naming: "occm", cluster_name: "c1", subnet_id: "s" } }),
  );

  it("leads over listener and policy to pool and members", () => {
    const lb = "kube_ingress_c1_openstack";
    expect(linesOf(graph)).toEqual(
      expect.arrayContaining([
        `host/shop.com -> listener/${lb}/http:00080/shop.com ok`,
        `listener/${lb}/http:00080/shop.com -> path/${lb}/http:00080/shop.com /big ok`,
        `path/${lb}/http:00080/shop.com /big -> pool/${lb}/default/big:80 ok`,
        `host/pay.com -> listener/${lb}/https:00443/pay.com ok`,
      ]),
    );
    expect(graph.groups).toContainEqual({ id: `loadbalancer/${lb}`, label: `load balancer ${lb}` });
    // shop.com and pay.com lead to one Service, so to one pool
    expect(linesOf(graph).filter((line) => line.endsWith(`pool/${lb}/default/web:80 ok`)).length).toBeGreaterThan(1);
  });

  it("has redirects, passthrough hosts and the ports of Services", () => {
    expect(graph.nodes.filter(({ kind }) => kind === "redirect").length).toBe(2);
    expect(down(graph, graph.edges.find(({ from, to: at }) => from === "host/through.com" && at.includes("443"))!.to)).toHaveLength(3);
    expect(graph.nodes.find(({ details }) => details.includes("Service/default/game"))).toMatchObject({ label: "port 7000, TCP" });
  });
});

describe("the topology of routes", () => {
  it("leads from host and port over paths to Services", () => {
    const graph = topology(translateToRoutes(specsOf(manifests)));
    expect(linesOf(graph)).toEqual(
      expect.arrayContaining([
        "host/shop.com -> listener/hosts/http:00080/shop.com ok",
        "listener/hosts/http:00080/shop.com -> service/default/big:80 /big ok",
        "listener/hosts/http:00080/pay.com -> redirect/listener/hosts/http:00080/pay.com// ok",
        "listener/hosts/https:00443/pay.com -> service/default/web:80 / ok",
      ]),
    );
    expect(nodeOf(graph, "listener/hosts/https:00443/pay.com")?.details).toEqual(["Secret default/s"]);
  });

  it("takes one host alone", () => {
    const graph = topology(translateToRoutes(specsOf(manifests)), { hosts: ["shop.com"] });
    expect(graph.nodes.filter(({ kind }) => kind === "host").map(({ label }) => label)).toEqual(["shop.com"]);
  });
});

describe("the topology of one host", () => {
  const place = () => ({ file: "shop.yaml", line: 14 });
  const objects = manifests.map((value) => ({ value }));

  it("keeps the objects with faults that ask for the host, and no other", () => {
    const specs = specsOf(manifests);
    for (const plan of [translateToAvi(specs, { settings: { clusterName: "c1" } }), translateToOctavia(specs), translateToRoutes(specs)]) {
      const lost = topology(plan, { hosts: ["LOST.com"], objects, place });
      const faults = lost.nodes.filter(({ kind }) => kind === "spec");
      expect(faults).toMatchObject([{ label: "Ingress default/lost", state: "fault", hosts: ["lost.com"] }]);
      expect(faults[0]?.said?.[0]?.place).toBe("shop.yaml:14");
      expect(topology(plan, { hosts: ["shop.com"], objects }).nodes.filter(({ kind }) => kind === "spec")).toEqual([]);
    }
  });

  it("is found where nothing of it is served", () => {
    const broken = ingress({ name: "broken", rules: [{ host: "broken.com", path: "no slash", service: "web" }] });
    const plan = translateToAvi(specsOf([...manifests, broken]), { settings: { clusterName: "c1" } });
    const { nodes } = topology(plan, { hosts: ["*.com"], objects: [...objects, { value: broken }] });
    expect(nodes.filter(({ kind }) => kind === "spec").map(({ label }) => label)).toEqual([
      "Ingress default/broken",
      "Ingress default/lost",
    ]);
    expect(topology(plan, { hosts: ["broken.com"], objects: [{ value: broken }] }).nodes.map(({ label }) => label)).toEqual([
      "Ingress default/broken",
    ]);
  });

  it("is red where an Ingress of several hosts has its fault at this one", () => {
    const two = ingress({
      name: "two",
      rules: [
        { host: "good.com", path: "/", service: "web" },
        { host: "bad.com", path: "/", service: "nowhere" },
      ],
    });
    const plan = translateToAvi(specsOf([...manifests, two]), { settings: { clusterName: "c1" } });
    const faultsAt = (host: string) =>
      topology(plan, { hosts: [host], objects: [{ value: two }] }).nodes.filter(({ kind }) => kind === "spec");
    expect(faultsAt("good.com")).toEqual([]);
    expect(faultsAt("bad.com")).toMatchObject([{ label: "Ingress default/two" }]);
  });
});

describe("the specs of a pool", () => {
  const poolsOf = ({ nodes }: Graph) =>
    nodes.filter(({ kind }) => kind === "pool").map(({ specs }) => specs?.filter((spec) => spec.startsWith("Service/")));

  it("name the Service whose servers it holds", () => {
    const specs = specsOf(manifests);
    const avi = poolsOf(topology(translateToAvi(specs, { settings: { clusterName: "c1" } })));
    const octavia = poolsOf(topology(translateToOctavia(specs)));
    for (const found of [avi, octavia]) {
      expect(found.every((names) => names?.length === 1)).toBe(true);
      expect(found.flat()).toEqual(expect.arrayContaining(["Service/default/web", "Service/default/big", "Service/default/game"]));
    }
  });
});

describe("the topology of routes with the classes of targets", () => {
  const classed = (kubernetes: string) => ({
    apiVersion: "networking.k8s.io/v1",
    kind: "Ingress",
    metadata: { name: "shop", namespace: "default" },
    spec: {
      ingressClassName: kubernetes,
      rules: [
        {
          host: "shop.com",
          http: { paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: "web", port: { number: 80 } } } }] },
        },
      ],
    },
  });
  const lb = {
    apiVersion: "networking.k8s.io/v1",
    kind: "IngressClass",
    metadata: { name: "public" },
    spec: { controller: "ako.vmware.com/avi-lb" },
  };
  const classes = { names: ["avi"], controllers: ["ako.vmware.com/avi-lb"] };

  it("takes a class by its name or by its controller, and no other", () => {
    const hostsOf = (name: string, more?: typeof classes) =>
      translateToRoutes(specsOf([classed(name), lb, service("web", [80])]), { classes: more }).objects.virtualHosts.length;
    expect(["avi", "public", "nginx"].map((name) => hostsOf(name, classes))).toEqual([1, 1, 0]);
    expect(["avi", "public", "contour"].map((name) => hostsOf(name))).toEqual([0, 0, 1]);
  });
});
