import { describe, expect, it } from "vitest";
import { beforeAndAfter, type Graph, toDot, toMermaid, topology, toSvg, translateToAvi } from "../../../../sdk";
import { summarise } from "../../../../sdk/graph/summarise";
import { layOut } from "../../../../sdk/graph/svg/page";
import { flat, overlaps, specsOf } from "../../../support/graph";
import { endpoints, ingress, service } from "../../../support/manifests";

// Added, removed and changed nodes, in every format that is drawn from the one model.

const side = (ips: string[], hosts: readonly string[]): Graph =>
  topology(
    translateToAvi(
      specsOf([
        service("web", [80]),
        endpoints("web", ips, 8080),
        ...hosts.map((host) => ingress({ name: host, rules: [{ host: `${host}.com`, path: "/", service: "web" }] })),
        ingress({ name: "lost", rules: [{ host: "lost.com", path: "/", service: "nowhere" }] }),
      ]),
      { settings: { clusterName: "c1" } },
    ),
  );

const both = beforeAndAfter(side(["10.0.0.1", "10.0.0.2"], ["a", "b"]), side(["10.0.0.1", "10.0.0.3"], ["b", "c"]));

describe("marks of change", () => {
  it("are signs, classes and styles of lines in Mermaid", () => {
    const text = toMermaid(both);
    expect(text).toMatch(/\(\["#43; c\.com"\]\):::added/);
    expect(text).toMatch(/\(\["#8722; a\.com"\]\):::removed/);
    expect(text).toMatch(/\["#126; [^"]*<br\/>#43;10\.0\.0\.3:8080<br\/>#8722;10\.0\.0\.2:8080"\]:::changed/);
    expect(text.match(/^ {2}classDef (added|changed|fault|removed) /gm)).toHaveLength(4);
    const lines = text.split("\n").filter((line) => / (-->|==>|-\.->)/.test(line));
    const styled = [...text.matchAll(/^ {2}linkStyle ([\d,]+) stroke:(#\w+)$/gm)];
    expect(styled).toHaveLength(2);
    const [, numbers = ""] = styled[0] ?? [];
    for (const number of numbers.split(",")) expect(lines[Number(number)]).toMatch(/c_com|a_c_com|default_c/);
  });

  it("are signs and colours in DOT, which Graphviz reads", async () => {
    const { Graphviz } = await import("@hpcc-js/wasm-graphviz");
    const svg = (await Graphviz.load()).dot(toDot(both), "svg");
    expect(svg).toContain(">+ c.com<");
    expect(svg).toContain("#dafbe1");
    expect(svg).toContain(">\u221210.0.0.2:8080<");
  });

  it("are signs, classes and a legend in SVG, and fit into their boxes", () => {
    const svg = toSvg(both);
    expect(svg).toMatch(/class="card host ok added"[\s\S]*?>\+ c\.com</);
    expect(svg).toMatch(/class="card host ok removed"[\s\S]*?>\u2212 a\.com</);
    expect(svg).toMatch(/class="left changed"[^>]*>(<title>[^<]*<\/title>)?~ 10\.0\.0\.1:8080/);
    for (const word of ["+ added", "\u2212 removed", "~ changed"]) expect(svg).toContain(`>${word}</text>`);
    expect(svg).toContain(".k8s-lb-graph .added:not(.fault):not(.missing) .box");
    expect(overlaps(flat(layOut(both)).boxes)).toEqual([]);
  });

  it("are in no picture of one side", () => {
    const one = side(["10.0.0.1"], ["a"]);
    for (const text of [toMermaid(one), toDot(one), toSvg(one)]) expect(text).not.toMatch(/added|removed|linkStyle/);
  });

  it("stay where a large picture is summed up: changed hosts are drawn whole, or their box says so", () => {
    const hosts = Array.from({ length: 60 }, (_, i) => `h${i}`);
    const large = beforeAndAfter(side(["10.0.0.1"], hosts), side(["10.0.0.1"], [...hosts.slice(1), "new"]));
    const whole = summarise(large, { nodes: 60, hosts: 100 }).nodes.filter(({ change }) => change);
    expect(whole.map(({ id }) => id)).toEqual(expect.arrayContaining(["host/h0.com", "host/new.com", "pool/c1--new.com_-default-new"]));
    const moved = beforeAndAfter(side(["10.0.0.1"], hosts), side(["10.0.0.2"], hosts));
    const boxes = summarise(moved, { nodes: 30, hosts: 100 }).nodes.filter(({ kind, change }) => kind === "host" && change === "changed");
    expect(boxes.length).toBeGreaterThan(50);
  });
});
