import { describe, expect, it } from "vitest";
import { topology, toSvg, translateToAvi, translateToRoutes } from "../../../../sdk";
import { GraphBuilder } from "../../../../sdk/graph/model";
import { layOut } from "../../../../sdk/graph/svg/page";
import { wrap } from "../../../../sdk/graph/svg/text";
import { edge, give, root, service, to } from "../../../support/contour";
import { crossed, delegation, flat, overlaps, specsOf, tangled } from "../../../support/graph";
import { endpoints, ingress, service as plain } from "../../../support/manifests";

/** Hosts with two paths each. */
const hosts = (count: number) =>
  Array.from({ length: count }, (_, i) => [
    plain(`s${i}`, [80]),
    endpoints(`s${i}`, ["10.0.0.1"], 8080),
    ingress({
      name: `i${i}`,
      rules: ["/", "/api"].map((path) => ({ host: `h${String(i).padStart(3, "0")}.com`, path, service: `s${i}` })),
    }),
  ]).flat();

const avi = (objects: readonly unknown[]) => topology(translateToAvi(specsOf(objects), { settings: { clusterName: "c1" } }));

/** Lines of one text that the other has not, counted. */
function difference(before: string, after: string): number {
  const linesBefore = before.split("\n");
  return after.split("\n").filter((line) => {
    const i = linesBefore.indexOf(line);
    if (i >= 0) linesBefore.splice(i, 1);
    return i < 0;
  }).length;
}

describe("an SVG of a graph", () => {
  it("stands for itself: nothing runs, nothing is loaded, and it says what it shows", () => {
    const svg = toSvg(delegation([root("n/a", { fqdn: "a.com", routes: [to("/", "none")] })]));
    expect(svg).not.toMatch(/<script|<image|<foreignObject|href|url\(|@import|@font-face|\bon\w+=/i);
    expect(svg).toMatch(/^<svg [^>]*role="img"/);
    expect(svg).toContain("<title>Delegation of IngressRoutes</title>");
    const fault = "n/a: Service [none:80] is invalid or missing. none:80: there is no Service n/none.";
    expect(svg).toContain(`<desc>1 host, 1 IngressRoute, 1 Service. ${fault}</desc>`);
    expect(svg).toContain("prefers-color-scheme:dark");
  });

  it("takes any name for a name", () => {
    const odd = `</text><script>alert("1")</script>&amp;\u0000\ud800\u202e`;
    const svg = toSvg(delegation([root("n/a", { fqdn: odd, routes: [to(odd, [{ name: odd }])] })]));
    expect(svg).not.toContain("<script");
    expect(svg).toContain("&lt;/text&gt;");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what no XML document may hold
    expect(svg).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]|\p{Surrogate}/u);
  });

  it("cuts what does not fit, and keeps the whole for a tooltip", () => {
    const name = `${"very-".repeat(40)}long`;
    const svg = toSvg(delegation([root("n/a", { fqdn: `${name}.com`, routes: [to(`/${name}`, "web")] }), service("n/web")]));
    expect(svg).toContain("…");
    expect(svg).toContain(`<title>${name}.com</title>`);
    expect(svg).toMatch(new RegExp(`<title>/${name} +web:80</title>`));
  });

  it("differs in few lines when a route is added", () => {
    const before = hosts(10);
    const more = ingress({ name: "more", rules: [{ host: "h004.com", path: "/more", service: "s4" }] });
    // the new row, its box and line; the places of the hosts behind it; the size of the picture
    expect(difference(toSvg(avi(before)), toSvg(avi([...before, more])))).toBeLessThan(35);
    expect(toSvg(avi([...before].reverse()))).toBe(toSvg(avi(before)));
  });

  it("draws every box once and beside the others, and no line through a box", () => {
    const graph = delegation([
      root("n/a", { fqdn: "a.com", routes: [give("/b", "m/b"), give("/c", "n/c"), give("/d", "m/d"), to("/", "web")] }),
      root("o/z", { fqdn: "z.com", routes: [give("/b", "m/b"), give("/e", "m/e")] }),
      edge("m/b", [to("/b", "web"), give("/b/x", "n/x"), give("/b/y", "m/y")]),
      edge("n/c", [give("/c", "o/c"), give("/c/1", "n/c1"), give("/c/2", "m/none")]),
      edge("n/c1", [give("/c/1", "p/q")]),
      edge("m/y", [give("/b/y", "m/b")]),
      edge("p/q", []),
      edge("p/alone", [give("/", "p/alone")]),
      service("n/web"),
    ]);
    const page = flat(layOut(graph));
    const boxes = graph.nodes.filter(({ kind }) => kind === "host" || kind === "ingressroute").map(({ id }) => id);
    expect(page.boxes.map(({ id }) => id).sort()).toEqual(boxes.sort());
    expect(overlaps(page.boxes)).toEqual([]);
    expect(overlaps(page.frames)).toEqual([]);
    expect(crossed(page)).toEqual([]);
    expect(toSvg(graph)).toContain("see m/b");
    expect(toSvg(graph)).toContain("back to p/alone");
  });

  it("keeps lines apart where many roots delegate to few namespaces, and many children follow one root", () => {
    const sites = Array.from({ length: 20 }, (_, i) => [
      root(`roots/site${i}`, { fqdn: `site${i}.com`, routes: [give("/a", `team${i % 3}/a${i}`), give("/b", `team${(i + 1) % 3}/b${i}`)] }),
      edge(`team${i % 3}/a${i}`, [to("/a", "api")]),
      edge(`team${(i + 1) % 3}/b${i}`, [give("/b/c", `team${i % 3}/c${i}`)]),
      edge(`team${i % 3}/c${i}`, [to("/b/c", "api")]),
    ]).flat();
    const paths = Array.from({ length: 60 }, (_, i) => `/p${100 + i}`);
    const large = [
      root("roots/large", { fqdn: "large.com", routes: paths.map((path) => give(path, `team1${path}`)) }),
      ...paths.map((path) => edge(`team1${path}`, [to(path, "api")])),
    ];
    for (const objects of [sites, large]) {
      const page = flat(layOut(delegation(objects)));
      expect([overlaps(page.boxes), overlaps(page.frames), crossed(page), tangled(page)]).toEqual([[], [], [], 0]);
    }
  });

  it("goes on beside itself where a chain gets very long", () => {
    const chain = Array.from({ length: 1000 }, (_, i) => edge(`n/e${i}`, [give("/", `n/e${i + 1}`)]));
    const page = flat(layOut(delegation(chain)));
    expect(page.boxes).toHaveLength(1001);
    expect(overlaps(page.boxes)).toEqual([]);
    expect(Math.max(...page.boxes.map(({ right }) => right))).toBeLessThan(4 * 30 * 400);
  });

  it("sums up what is too large to read, says so, and draws all of it on demand", () => {
    const graph = avi(hosts(500));
    const svg = toSvg(graph);
    expect(svg).toContain(`Summed up: ${graph.nodes.length} parts are drawn as 500.`);
    expect(svg.match(/class="card host/g)).toHaveLength(500);
    expect(svg).toContain("2 paths, 2 pools, 2 servers");
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg)!.map(Number);
    expect(Math.max(width!, height!)).toBeLessThan(4000);
    expect(toSvg(graph, { whole: true }).match(/class="card pool/g)).toHaveLength(1000);
  });

  it("keeps faulty parts whole where the rest is summed up", () => {
    const objects = [
      ...Array.from({ length: 200 }, (_, i) => root(`n/r${i}`, { fqdn: `r${i}.com`, routes: [to("/", "web"), to("/a", "web")] })),
      root("n/ill", { fqdn: "ill.com", routes: [give("/x", "n/none")] }),
      service("n/web"),
    ];
    const svg = toSvg(delegation(objects));
    expect(svg).toContain("Summed up");
    expect(svg).toContain("there is no such IngressRoute");
    expect(svg).not.toContain('data-id="ingressroute/n/r7"');
    expect(svg).toContain('data-id="host/r7.com"');
  });

  it("puts hosts of a group into one box where there are thousands", () => {
    const graph = new GraphBuilder("many");
    for (let i = 0; i < 3000; i++)
      graph.edge(
        graph.node({ id: `host/${i}`, kind: "host", label: `${i}.com`, group: graph.group(`g${i % 3}`, "g") }),
        graph.node({ id: `pool/${i}`, kind: "pool", label: "p" }),
      );
    expect(toSvg(graph.build()).match(/1000 hosts/g)).toHaveLength(4); // the tooltip and the text of two groups: the third one fits
  });

  it("shows the parts of traffic of a passthrough host, and the whole heading of a narrow frame", () => {
    const passthrough = {
      apiVersion: "route.openshift.io/v1",
      kind: "Route",
      metadata: { name: "through", namespace: "default" },
      spec: {
        host: "through.com",
        to: { kind: "Service", name: "s0", weight: 3 },
        alternateBackends: [{ kind: "Service", name: "s1", weight: 1 }],
        tls: { termination: "passthrough" },
      },
    };
    const svg = toSvg(avi([...hosts(2), passthrough]));
    expect(svg).toMatch(/>3\/4<\/text>[\s\S]*>1\/4<\/text>/);
    const graph = new GraphBuilder("narrow");
    graph.node({ id: "host/a", kind: "host", label: "a", group: graph.group("g", "shared virtual service cluster--Shared-L7-5") });
    expect(toSvg(graph.build())).toContain(">shared virtual service cluster--Shared-L7-5</text>");
  });

  it("draws nothing at all as a picture too", () => {
    expect(toSvg(delegation([]))).toContain("There is no IngressRoute of our class");
    expect(toSvg(topology(translateToRoutes(specsOf([]))))).toMatch(/<\/svg>\n$/);
  });
});

describe("text in a box", () => {
  it.each([
    ["short", 10, 1, ["short"]],
    ["two words", 5, 2, ["two", "words"]],
    ["shop-front.example.com", 12, 2, ["shop-front.", "example.com"]],
    ["abcdefghijkl", 7, 1, ["abc…jkl"]],
    ["日本語日本語", 7, 2, ["日本語", "日本語"]],
  ])("breaks %s at %i cells", (text, cells, most, lines) => {
    expect(wrap(text, cells, most).lines).toEqual(lines);
  });
});
