import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { translate } from "../../support/contour";
import { draws } from "../../support/tier";
import { garbage, shuffled } from "./arbitraries";
import { contourObjects as objects, contourSettings as settings } from "./contour-arbitraries";

interface Edge {
  metadata: { namespace?: string; name?: string };
  spec: { virtualhost?: object; routes: { match: string; delegate?: { name: string; namespace?: string } }[] };
}
const inside = (match: string, prefix: string) =>
  prefix === "" || (match !== "" && `${match}/`.replace("//", "/").startsWith(`${prefix}/`.replace("//", "/")));

describe("IngressRoute and the Contour Route CRD", () => {
  it("give the same view for the same objects in any order", () => {
    fc.assert(
      fc.property(objects, settings, fc.integer(), (given, rule, seed) => {
        expect(translate(shuffled(given, seed), rule)).toEqual(translate(given, rule));
      }),
      { numRuns: draws(300) },
    );
  });

  it("never let an object without a host serve anything outside what some parent delegated to it", () => {
    fc.assert(
      fc.property(objects, (given) => {
        const { statuses, objects: shown } = translate(given);
        const routes = given.filter(({ kind }) => kind === "IngressRoute") as unknown as Edge[];
        const givenAway = (prefix: string, { metadata }: Edge) =>
          routes
            .flatMap((parent) => parent.spec.routes.map(({ match, delegate }) => ({ match, delegate, from: parent.metadata.namespace })))
            .some(
              ({ match, delegate, from }) =>
                delegate?.name === metadata.name && (delegate?.namespace ?? from) === metadata.namespace && inside(prefix, match),
            );
        for (const { prefix, clusters } of shown.virtualHosts.flatMap((one) => one.routes)) {
          for (const { service: used } of clusters) {
            // some object beside the Service has this route: it owns a host, or was given a prefix around it
            const beside = given.filter(({ metadata }) => metadata.namespace === used.split("/")[0]);
            const allowed = beside.some(
              (owner) =>
                owner.kind === "Route" || (owner as unknown as Edge).spec?.virtualhost || givenAway(prefix!, owner as unknown as Edge),
            );
            expect(allowed).toBe(true);
          }
        }
        for (const status of statuses) expect(status.diagnostics.length > 0 || !/invalid|orphaned/i.test(status.state)).toBe(true);
      }),
      { numRuns: draws(300) },
    );
  });

  it("serve nothing of an object that is not valid, and everything on TLS that has a certificate", () => {
    fc.assert(
      fc.property(objects, (given) => {
        const { statuses, owners, objects: shown } = translate(given);
        const judged = new Map(statuses.map(({ object: { kind, namespace: ns, name: n }, state }) => [`${kind}/${ns}/${n}`, state]));
        for (const owner of Object.values(owners).flat()) {
          const state = judged.get(owner.replace("Route.contour.heptio.com", "Route"));
          // an edge with a good and a bad parent may be called invalid for the bad one
          const severalParents = owner.startsWith("IngressRoute/") && state === "invalid";
          if (!severalParents) expect(["valid", "Valid"]).toContain(state);
        }
        for (const { port, tls: used } of shown.virtualHosts) if (port === 80) expect(used).toBeUndefined();
      }),
      { numRuns: draws(300) },
    );
  });

  it("report every field that nobody reads, wherever it stands", () => {
    const unknownField = (value: unknown, at: string): [unknown, string][] => {
      if (Array.isArray(value))
        return value.flatMap((item, i) =>
          unknownField(item, `${at}/${i}`).map(([v, p]): [unknown, string] => [value.map((other, j) => (j === i ? v : other)), p]),
        );
      if (typeof value !== "object" || value === null) return [];
      const here: [unknown, string] = [{ ...value, unheardOf: 1 }, `${at}/unheardOf`];
      const below = Object.entries(value).flatMap(([key, item]) =>
        unknownField(item, `${at}/${key}`).map(([v, p]): [unknown, string] => [{ ...value, [key]: v }, p]),
      );
      return [here, ...below];
    };
    const kinds = objects.map((given) =>
      given.filter(({ kind, apiVersion }) => apiVersion.startsWith("contour") && kind !== "TLSCertificateDelegation"),
    );
    fc.assert(
      fc.property(kinds, fc.nat(), (given, pick) => {
        const candidates = given.flatMap((one) =>
          unknownField("spec" in one ? one.spec : {}, "/spec").map(([spec, at]) => ({ object: { ...one, spec }, at })),
        );
        if (candidates.length === 0) return;
        const { object: odd, at } = candidates[pick % candidates.length]!;
        const { statuses } = translate([odd]);
        expect(
          statuses
            .flatMap(({ diagnostics }) => diagnostics)
            .filter(({ code }) => code === "LB1006")
            .map(({ pointer }) => pointer),
        ).toContain(at);
      }),
      { numRuns: draws(300) },
    );
  });

  it("never throw, whatever the objects look like", () => {
    const odd = fc.record({
      apiVersion: fc.constantFrom("contour.heptio.com/v1beta1", "contour.heptio.com/v1alpha1"),
      kind: fc.constantFrom("IngressRoute", "Route", "TLSCertificateDelegation"),
      metadata: fc.oneof(fc.jsonValue(), fc.constant({ name: "a" })),
      spec: fc.oneof(
        fc.jsonValue(),
        fc.record({
          host: fc.jsonValue(),
          routes: fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue())),
          virtualhost: fc.jsonValue(),
          lbHealthCheck: fc.jsonValue(),
        }),
      ),
    });
    fc.assert(
      fc.property(fc.array(odd, { maxLength: 4 }), garbage, (given, more) => {
        for (const status of translate([...given, ...more]).statuses)
          expect(/^(rejected|invalid)$/i.test(status.state) ? status.diagnostics.length : 1).toBeGreaterThan(0);
      }),
      { numRuns: draws(500) },
    );
  });
});
