import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Graph, toDot, toMermaid, topology, toSvg, translateToAvi, translateToOctavia, translateToRoutes } from "../../../sdk";
import { layOut } from "../../../sdk/graph/svg/page";
import { edge, root, service, translate } from "../../support/contour";
import { crossed, delegation, flat, overlaps, specsOf, tangled } from "../../support/graph";
import { draws } from "../../support/tier";
import { codePoint, garbage, shuffled, unique } from "./arbitraries";

// Pictures of IngressRoutes that lead to each other in every way, and of what targets make of other objects.

/** Names as people give them, and as no one should. */
const odd = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("a", "b", "c") },
  fc.constantFrom(`"]`, "</text>", "&amp;", "#quot;", "\\N", "`x`", "end", "{x}", "日本", "\u202e", "\ud800", "%%{", "|", "a".repeat(300)),
  fc.string({ unit: codePoint, minLength: 1, maxLength: 8 }),
);
const namespace = fc.constantFrom("n", "m", "o");
const name = fc.constantFrom("a", "b", "c", "d");
const place = fc.tuple(namespace, name).map(([ns, n]) => `${ns}/${n}`);
const path = fc.oneof(fc.constantFrom("/", "/x", "/x/y", ""), odd);
const target = fc.oneof(
  { weight: 3, arbitrary: fc.record({ delegate: fc.record({ name, namespace: fc.option(namespace, { nil: undefined }) }) }) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.record({ name: odd, port: fc.constantFrom(80, 81) }), { minLength: 1, maxLength: 3 })
      .map((services) => ({ services })),
  },
);
const routes = fc.array(
  fc.tuple(path, target).map(([match, to]) => ({ match, ...to })),
  { maxLength: 5 },
);
const object = fc.oneof(
  fc.tuple(place, fc.oneof(fc.constantFrom("x.com", "y.com", ""), odd), routes).map(([at, fqdn, list]) => root(at, { fqdn, routes: list })),
  { weight: 3, arbitrary: fc.tuple(place, routes).map(([at, list]) => edge(at, list)) },
  place.map((at) => service(at)),
);
const objects = fc.uniqueArray(object, { maxLength: 14, selector: (o) => `${o.kind} ${o.metadata.namespace}/${o.metadata.name}` });

const formats = [(graph: Graph) => toSvg(graph), (graph: Graph) => toSvg(graph, { whole: true }), toMermaid, toDot];

/** Every picture that there is of some objects. */
const pictures = (given: readonly { kind: string; metadata: object }[]): string[] => {
  const specs = specsOf(given);
  const graphs = [
    delegation(given),
    topology(translateToAvi(specs)),
    topology(translateToOctavia(specs)),
    topology(translateToRoutes(specs)),
  ];
  return graphs.flatMap((graph) => formats.map((format) => format(graph)));
};

describe("pictures", () => {
  it("are the same for the same objects in any order", () => {
    fc.assert(
      fc.property(objects, fc.integer(), (given, seed) => {
        for (const format of formats) expect(format(delegation(shuffled(given, seed)))).toBe(format(delegation(given)));
      }),
      { numRuns: draws(50) },
    );
    fc.assert(
      fc.property(unique, fc.integer(), (given, seed) => {
        expect(pictures(shuffled(given, seed))).toEqual(pictures(given));
      }),
      { numRuns: draws(25) },
    );
  });

  it("can be drawn of anything", () => {
    fc.assert(
      fc.property(garbage, (given) => {
        for (const picture of pictures(given as never)) expect(picture.length).toBeGreaterThan(0);
      }),
      { numRuns: draws(100) },
    );
  });

  it("have every IngressRoute of ours once, with the state of its status", () => {
    fc.assert(
      fc.property(objects, (given) => {
        const graph = delegation(given);
        const { statuses } = translate(given);
        const judged = statuses.filter(({ object: { kind } }) => kind === "IngressRoute");
        const drawn = graph.nodes.filter(({ kind, state }) => kind === "ingressroute" && state !== "missing");
        expect(drawn.map(({ id, state }) => [id, state])).toEqual(
          judged.map(({ object: { namespace: ns, name: n }, state }) => [
            `ingressroute/${ns}/${n}`,
            state === "valid" ? "ok" : state === "orphaned" ? "orphan" : "fault",
          ]),
        );
        const boxes = [...toSvg(graph, { whole: true }).matchAll(/data-id="(ingressroute\/[^"]*)"/g)].map(([, id]) => id);
        const ids = graph.nodes.filter(({ kind }) => kind === "ingressroute").map(({ id }) => id);
        expect(boxes.sort()).toEqual(ids.sort());
      }),
      { numRuns: draws(200) },
    );
  });

  it("have no box on another one and no line through a box", () => {
    fc.assert(
      fc.property(objects, (given) => {
        const page = flat(layOut(delegation(given)));
        expect(overlaps(page.boxes)).toEqual([]);
        expect(overlaps(page.frames)).toEqual([]);
        expect(crossed(page)).toEqual([]);
        expect(tangled(page)).toBe(0);
      }),
      { numRuns: draws(200) },
    );
    fc.assert(
      fc.property(unique, (given) => {
        for (const plan of [translateToAvi(specsOf(given)), translateToOctavia(specsOf(given)), translateToRoutes(specsOf(given))]) {
          const page = flat(layOut(topology(plan)));
          expect(overlaps(page.boxes)).toEqual([]);
          expect(crossed(page)).toEqual([]);
        }
      }),
      { numRuns: draws(100) },
    );
  });

  it("hold no name that could be read as a part of their format", () => {
    fc.assert(
      fc.property(objects, (given) => {
        const graph = delegation(given);
        const svg = toSvg(graph, { whole: true });
        // what is left without our own elements and entities has no sign of XML
        const own = /<\/?(?:svg|title|desc|style|rect|text|g|path)(?: [a-z-]+="[^"<&]*(?:&(?:amp|lt|gt|quot);[^"<&]*)*")*\/?>/gi;
        expect(
          svg
            .replace(own, "")
            .replaceAll(/&(amp|lt|gt|quot);/g, "")
            .replace(/@media[^{]*/, ""),
        ).not.toMatch(/[<&]/);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: what no XML document may hold
        expect(svg).not.toMatch(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|\p{Surrogate}/u);
        for (const line of toMermaid(graph).trimEnd().split("\n").slice(2))
          expect(line.replaceAll(/"[^"]*"/g, "")).toMatch(/^[\w ()[\]|:.=>#,-]*$/);
        // outside of quotes DOT has only words of ours
        const bare = toDot(graph).replaceAll(/"(?:[^"\\]|\\.)*"/gs, '""');
        expect(bare).toMatch(/^(?:[a-zA-Z0-9 ={}[\],>.\n-]|"")*$/);
      }),
      { numRuns: draws(200) },
    );
  });
});
