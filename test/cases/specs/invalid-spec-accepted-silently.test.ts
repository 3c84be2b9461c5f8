import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../../../resources/diagnostic";
import { readSpecs } from "../../../sdk/frontends";
import { parseManifests } from "../../../sdk/specs";
import { TARGETS, type TargetName } from "../../../sdk/targets";
import { hosted, ingress, LEGAL, long, pathed, REFUSED, root, route, svc } from "../../support/hostile-manifests";
import { endpoints, node, secret, service } from "../../support/manifests";
import { network, pod, subnet, vpc } from "../../support/mizar";
import { CERTIFICATE, OTHER_CERTIFICATE, PRIVATE_KEY } from "../../support/pem";
import { translateTo } from "../../support/planned";
import { draws } from "../../support/tier";
import { garbage, unique } from "../../unit/property/arbitraries";

type FieldValue = Record<string, unknown>;

const run = (to: TargetName, objects: readonly unknown[], settings: FieldValue = {}) =>
  translateTo(to, { objects: objects.map((value) => ({ value })), diagnostics: [] }, settings);

const found = (plan: { diagnostics: Diagnostic[]; statuses: { diagnostics: Diagnostic[] }[] }) => [
  ...plan.statuses.flatMap(({ diagnostics }) => diagnostics),
  ...plan.diagnostics,
];

/** True if the pointer leads to a field, or to one that is missing in an existing object or list. */
function leadsSomewhere(object: unknown, at: string): boolean {
  const parts = at.split("/").slice(1);
  let value = object;
  for (const [i, part] of parts.entries()) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    const next = typeof value === "object" && value !== null ? (value as FieldValue)[key] : undefined;
    if (next === undefined || next === null)
      return i === parts.length - 1 || (typeof value === "object" && value !== null && i === parts.length - 2);
    value = next;
  }
  return true;
}

describe("what no API server takes", () => {
  it.each(REFUSED)("%s", (_what, object, code, at) => {
    for (const to of ["avi", "octavia", "routes"] as const) {
      const plan = run(to, [object]);
      const errors = found(plan).filter(({ severity, code: messages }) => severity === "error" && /^LB10|^LB1502/.test(messages));
      const mine = errors.filter((error) => error.code === code && error.pointer === at);
      expect(errors.map((error) => [error.code, error.pointer])).toContainEqual([code, at]);
      expect(mine[0]!.remedy).toBeTruthy();
      // on one line: a control character never reaches a terminal
      expect([...mine[0]!.message].every((character) => character >= " ")).toBe(true);
      expect(leadsSomewhere(object, at)).toBe(true);
      const { name } = errors[0]!.object;
      const status = plan.statuses.find((one) => one.object.name === name && one.object.kind === (object as FieldValue).kind);
      if (status) expect(status.state).toMatch(/rejected|invalid|Invalid/);
    }
  });

  it("holds more than eighty of them", () => expect(REFUSED.length).toBeGreaterThan(80));
});

describe("what an API server takes is never refused", () => {
  it.each(LEGAL)("%s", (_what, object) => {
    const { diagnostics, faulty } = readSpecs([{ value: object }]);
    expect([diagnostics.filter(({ severity }) => severity === "error"), faulty]).toEqual([[], []]);
  });

  it("leaves out an object that has no name yet, and says so", () => {
    const plan = run("avi", [{ ...ingress(), metadata: { generateName: "i-" } }]);
    expect(plan.statuses).toEqual([]);
    expect(plan.diagnostics).toMatchObject([{ code: "LB1014", severity: "warning", pointer: "/metadata/generateName" }]);
  });
});

describe("what can do no good", () => {
  const web = [service("web", [80]), endpoints("web", ["10.0.0.9"], 80)];

  it.each(["/a\nb", "/a\tb", "/a b", "/a?b=c", "/\u0000"])("the path %j matches nothing and is ignored", (text) => {
    const both = [pathed(text, "ImplementationSpecific"), { ...pathed("/ok", "ImplementationSpecific"), metadata: { name: "j" } }, ...web];
    const { statuses, owners } = run("avi", both);
    expect(statuses.map(({ object, state, diagnostics }) => [object.name, state, diagnostics.map(({ code }) => code)])).toEqual([
      ["i", "rejected", [/[\n\0]/.test(text) ? "LB1220" : "LB1208"]],
      ["j", "ready", ["LB1302"]], // a label also matches /OK
    ]);
    expect(Object.keys(owners).filter((id) => id.startsWith("pool/"))).toHaveLength(1);
  });

  it("a label of more than 63 letters is served, with a warning that nobody can look it up", () => {
    for (const object of [hosted(`${long}.com`), root(`${long}.com`)]) {
      const { statuses } = run("routes", [object, ...web]);
      expect(statuses).toMatchObject([
        {
          state: expect.stringMatching(/^(ready|valid)$/),
          diagnostics: expect.arrayContaining([expect.objectContaining({ code: "LB1217" })]),
        },
      ]);
    }
  });

  it.each(["kuryr", "occm"])("a loadBalancerIP that is no address rejects the Service on Octavia (%s)", (naming) => {
    const given = svc({ type: "LoadBalancer", loadBalancerIP: "300.1.1.1", ports: [{ port: 80, nodePort: 30080 }] });
    const { statuses, owners } = run("octavia", [given, node("n", "10.0.0.1")], { naming, subnet_id: "s", service_subnet_id: "s" });
    expect(statuses).toMatchObject([
      {
        state: "rejected",
        diagnostics: expect.arrayContaining([expect.objectContaining({ code: "LB1218", pointer: "/spec/loadBalancerIP" })]),
      },
    ]);
    expect(owners).toEqual({});
  });
});

describe("certificates", () => {
  const cut = CERTIFICATE.replace(/\n.{64}\n/, "\n");
  const pairs: [string, string, string, string, string[]][] = [
    ["of the host", "example.com", CERTIFICATE, PRIVATE_KEY, []],
    ["of another host", "other.com", CERTIFICATE, PRIVATE_KEY, ["LB1216"]],
    ["of another key", "example.com", OTHER_CERTIFICATE, PRIVATE_KEY, ["LB1215"]],
    ["with a wildcard for a host below it", "a.wild.example.com", OTHER_CERTIFICATE, PRIVATE_KEY, ["LB1215"]],
    ["with a wildcard for the wildcard host", "*.wild.example.com", OTHER_CERTIFICATE, PRIVATE_KEY, ["LB1215"]],
    ["that is cut off", "example.com", cut, PRIVATE_KEY, ["LB1109"]],
    ["with a chain that is cut off", "example.com", CERTIFICATE + cut, PRIVATE_KEY, ["LB1109"]],
    ["with a chain", "example.com", CERTIFICATE + OTHER_CERTIFICATE, PRIVATE_KEY, []],
    ["with a key that is cut off", "example.com", CERTIFICATE, PRIVATE_KEY.replace(/\n.{64}\n/, "\n"), ["LB1109"]],
    ["that is no PEM", "example.com", "CERT", "KEY", ["LB1109", "LB1109"]],
  ];
  it.each(pairs)("%s: warnings that change no state", (_what, host_, certificate, key, codes) => {
    const web = [service("web", [80]), endpoints("web", ["10.0.0.9"], 80)];
    const secure = ingress({ host: host_, tls: [{ hosts: [host_], secretName: "s" }] });
    const own = route({ host: host_.replace("*", "x"), tls: { termination: "edge", certificate, key } });
    for (const objects of [[secure, secret("s", certificate, key)], [own]]) {
      const { statuses } = run("avi", [...objects, ...web]);
      // AKO serves no wildcard with TLS, whatever its certificate
      const isWild = objects[0] === secure && host_.startsWith("*");
      const reported = statuses.flatMap(({ diagnostics }) => diagnostics.filter(({ code }) => code !== "LB1301"));
      expect([statuses.map(({ state }) => state), reported.map(({ code }) => code)]).toEqual([[isWild ? "partial" : "ready"], codes]);
      expect(reported.every(({ severity, remedy }) => severity === "warning" && remedy)).toBe(true);
      expect(JSON.stringify(statuses)).not.toContain("MHcCAQEE");
    }
  });
});

describe("text that exhausts a parser", () => {
  it.each([
    ["brackets", "[".repeat(100_000)],
    ["closed brackets", `${"[".repeat(20_000)}${"]".repeat(20_000)}`],
    ["mappings", `a: ${"{a: ".repeat(50_000)}`],
    ["an object", `{"apiVersion":"v1","kind":"Service","metadata":{"name":"s"},"spec":${'{"a":'.repeat(3000)}1${"}".repeat(3000)}}`],
    ["lists in lists", `${'{"apiVersion":"v1","kind":"List","items":['.repeat(2000)}${"]}".repeat(2000)}`],
  ])("%s is one fault that says so", (_what, text) => {
    const { objects, diagnostics } = parseManifests(text, "a.yaml");
    const all = readSpecs(objects, diagnostics).diagnostics;
    expect(all.map(({ severity }) => severity)).toEqual(["error"]);
    expect(all[0]!.message).not.toContain("call stack");
    expect(all[0]!.remedy).toBeTruthy();
  });
});

describe("whatever the objects look like", () => {
  const hostile = fc.constantFrom(...REFUSED.map(([, object]) => object), ...LEGAL.map(([, object]) => object));
  const cluster = [vpc("v", "10.0.0.0", 16), subnet("n", "v", "10.0.0.0", 24), network("v", "v"), pod("p", { net: "v" })];
  const mutated = fc.tuple(hostile, fc.jsonValue(), fc.nat()).map(([object, value, at]) => replaced(object, value, at));
  const objects = fc
    .tuple(unique, garbage, fc.array(fc.oneof(hostile, mutated), { maxLength: 6 }))
    .map((parts) => [...parts.flat(), ...cluster]);

  it.each(Object.keys(TARGETS) as TargetName[])("--to %s never throws, and every fault has a field that exists or is missing", (to) => {
    fc.assert(
      fc.property(objects, (given) => {
        const plan = run(to, given);
        for (const { code, severity, object, pointer, message } of found(plan)) {
          expect(message).not.toBe("");
          if (severity !== "error" || code === "LB1002" || code === "LB1013") continue;
          const subjects = given.filter((one) => isNamed(one, object.kind, object.name));
          if (subjects.length > 0)
            expect([code, pointer, subjects.some((one) => leadsSomewhere(one, pointer))]).toEqual([code, pointer, true]);
        }
      }),
      { numRuns: draws(200) },
    );
  });
});

function isNamed(value: unknown, kind: string, name: string): boolean {
  const { kind: own, metadata } = (value ?? {}) as { kind?: unknown; metadata?: { name?: unknown } };
  const given = metadata?.name;
  return own === kind && (typeof given === "object" ? "" : String(given)) === name;
}

/** A copy of the object in which the n-th field is another value. */
function replaced(object: unknown, value: unknown, n: number): unknown {
  let budget = n % 12;
  const walk = (one: unknown, depth: number): unknown => {
    if (typeof one !== "object" || one === null || depth > 12) return one;
    if (Array.isArray(one)) return one.map((item) => walk(item, depth + 1));
    return Object.fromEntries(Object.entries(one).map(([key, member]) => [key, budget-- === 0 ? value : walk(member, depth + 1)]));
  };
  return walk(object, 0);
}
