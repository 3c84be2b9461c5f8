import { describe, expect, it } from "vitest";
import { beforeAndAfter, type Graph, topology, translateToAvi } from "../../../../sdk";
import { nodeOf, specsOf } from "../../../support/graph";
import { endpoints, ingress, service } from "../../../support/manifests";

const graphOf = (ips: string[], hosts: string[]) =>
  topology(
    translateToAvi(
      specsOf([
        service("web", [80]),
        endpoints("web", ips, 8080),
        ...hosts.map((host) => ingress({ name: host.split(".")[0] ?? "", rules: [{ host, path: "/", service: "web" }] })),
      ]),
      { settings: { clusterName: "c1" } },
    ),
  );

const changes = ({ nodes }: Graph) => nodes.flatMap(({ id, change }) => (change ? [`${change} ${id}`] : []));

describe("before and after", () => {
  it("marks nothing where nothing changed, servers in another order included", () => {
    const one = beforeAndAfter(graphOf(["10.0.0.1", "10.0.0.2"], ["a.com"]), graphOf(["10.0.0.2", "10.0.0.1"], ["a.com"]));
    expect(changes(one)).toEqual([]);
    expect(one.edges.filter(({ change }) => change)).toEqual([]);
  });

  it("keeps what is gone, and marks it and what is new", () => {
    const both = beforeAndAfter(graphOf(["10.0.0.1"], ["a.com", "b.com"]), graphOf(["10.0.0.1"], ["b.com", "c.com"]));
    const marked = changes(both);
    expect(marked).toContain("removed host/a.com");
    expect(marked).toContain("added host/c.com");
    expect(marked.filter((line) => line.includes("b.com"))).toEqual([]);
    expect(both.edges.filter(({ from }) => from === "host/a.com").map(({ change }) => change)).toEqual(["removed"]);
  });

  it("has the servers of before where servers moved", () => {
    const both = beforeAndAfter(graphOf(["10.0.0.1", "10.0.0.2"], ["a.com"]), graphOf(["10.0.0.1", "10.0.0.3"], ["a.com"]));
    expect(changes(both)).toEqual(["changed servers/c1--a.com_-default-a"]);
    expect(nodeOf(both, "servers/c1--a.com_-default-a")).toMatchObject({
      members: ["10.0.0.1:8080", "10.0.0.3:8080"],
      was: ["10.0.0.1:8080", "10.0.0.2:8080"],
    });
  });
});
