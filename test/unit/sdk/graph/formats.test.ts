import { describe, expect, it } from "vitest";
import { toDot, toMermaid, topology, translateToRoutes } from "../../../../sdk";
import { edge, give, root, service, to } from "../../../support/contour";
import { delegation, specsOf } from "../../../support/graph";

const odd = `"]--> b\\ \\N <&lt; #quot; \`x\` end %%{init}%%\u202e`;
const graph = delegation([
  root("n/a", { fqdn: odd, routes: [to(odd, "web"), give("/x", "m/none"), give("/y", "m/y")] }),
  edge("m/y", [to("/z", "none")]),
  edge("m/alone", [to("/z", "none")]),
  service("n/web"),
]);

describe("DOT", () => {
  it("is read by Graphviz, with every node, line and group", async () => {
    const { Graphviz } = await import("@hpcc-js/wasm-graphviz");
    const graphviz = await Graphviz.load();
    const { objects, edges } = JSON.parse(graphviz.dot(toDot(graph), "json")) as {
      objects: { name: string; label?: string; nodes?: number[]; _draw_?: unknown }[];
      edges: { tail: number; head: number; label?: string }[];
    };
    const clusters = objects.filter(({ name }) => name.startsWith("cluster "));
    expect(clusters.map(({ label }) => label)).toEqual(["namespace m", "namespace n"]);
    expect(objects.length - clusters.length).toBe(graph.nodes.length);
    expect(edges).toHaveLength(graph.edges.length);
    // labels are shown as they are, whatever a name holds
    const svg = graphviz.dot(toDot(graph), "svg");
    expect(svg).toContain("&quot;]&#45;&#45;&gt; b\\ \\N &lt;&amp;lt; #quot;");
  });
});

describe("Mermaid", () => {
  it("has a line for every part, and nothing of a name that Mermaid could read as its own", () => {
    const text = toMermaid(graph);
    const lines = text.trimEnd().split("\n");
    expect(lines[1]).toBe("flowchart LR");
    const statement =
      /^ +(subgraph \w+\["[^"]*"\]|end|\w+\(?\["[^"`]*"\]\)?(:::\w+)?|\w+ (-->|==>|-\.->)(\|"[^"|]*"\|)? \w+|classDef \w+ \S.*)$/;
    for (const line of lines.slice(2)) expect(line).toMatch(statement);
    expect(lines.filter((line) => /(-->|==>|-\.->)/.test(line))).toHaveLength(graph.edges.length);
    const quoted = [...text.matchAll(/"([^"]*)"/g)].map(([, inner]) => inner!.replaceAll("<br/>", ""));
    for (const inner of quoted) expect(inner).toMatch(/^[A-Za-z0-9 ./:,()*=+…#;-]*$/);
    expect(text).toContain("#34;#93;--#62; b#92; #92;N #60;#38;lt#59; #35;quot#59; #96;x#96; end");
  });

  it("gives every id a name of its own, and the same name always", () => {
    const names = (text: string) => [...text.matchAll(/^ +(\w+)\(?\["/gm)].map(([, name]) => name);
    const alike = delegation([edge("n/a-b", []), edge("n/a.b", []), edge("n/a--b", [])]);
    expect(new Set(names(toMermaid(alike))).size).toBe(3);
    expect(names(toMermaid(graph))).toEqual(
      names(toMermaid(delegation([edge("a/first", [])])))
        .concat(names(toMermaid(graph)))
        .slice(1),
    );
  });

  it("stays below what Mermaid takes, however large the graph", () => {
    const many = Array.from({ length: 400 }, (_, i) =>
      root(`n/r${i}`, { fqdn: `${"long-".repeat(20)}${i}.com`, routes: [to("/", "web"), to("/a", "b")] }),
    );
    for (const large of [
      delegation([...many, service("n/web"), service("n/b")]),
      topology(translateToRoutes(specsOf([...many, service("n/web"), service("n/b")]))),
    ]) {
      const text = toMermaid(large);
      expect(text.length).toBeLessThan(50_000);
      expect(text).toContain("%% Summed up:");
      expect(text.match(/-->|==>|-\.->/g)?.length ?? 0).toBeLessThan(500);
    }
  });
});
