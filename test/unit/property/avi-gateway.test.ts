import fc from "fast-check";
import { expect, it } from "vitest";
import type { Forward, Rule } from "../../../sdk/routing";
import { gateway, http, lowered, rule, share, spec } from "../../support/avi-gateways";
import { decides } from "../../support/avi-policies";
import { type GatewayRequest, ruleFor } from "../../support/gateway-model";
import { draws } from "../../support/tier";

const host = fc.constantFrom("", "", "*.example.com", "*.b.example.com", "a.example.com", "a.b.example.com", "other.org");
const path = fc.oneof(
  fc.record({
    is: fc.constantFrom("segments" as const, "exact" as const),
    value: fc.constantFrom("/", "/", "/a", "/a/", "/a/b", "/A", "/ab"),
  }),
  fc.record({ is: fc.constant("regex" as const), value: fc.constantFrom("^/a+$", "/[0-9]+") }),
);
const value = fc.constantFrom("1", "2", "a.c", "a+b");
const header = fc.record({ name: fc.constantFrom("version", "Color"), is: fc.constant("exact" as const), value });
const param = fc.oneof(
  fc.record({ name: fc.constantFrom("q", "r", "s.t"), is: fc.constant("exact" as const), value: fc.constantFrom("1", "2", "a.c") }),
  fc.record({
    name: fc.constantFrom("q", "r", "s.t"),
    is: fc.constant("regex" as const),
    value: fc.constantFrom("[12]", "1.*", "^a.c$", "(1|2)"),
  }),
);
const once = <T extends { name: string }>(one: fc.Arbitrary<T>, maxLength: number) =>
  fc.uniqueArray(one, { maxLength, selector: ({ name }) => name.toLowerCase() });

const seldom = <T>(list: fc.Arbitrary<T[]>) => fc.oneof({ weight: 3, arbitrary: fc.constant<T[]>([]) }, { weight: 1, arbitrary: list });

const changes = fc.constantFrom("", "", "x", "y").map((name) => (name ? { set: [{ name, value: "1" }], add: [], remove: [] } : undefined));

/** Each rule is of a Route of its own, so that what takes a request names the rule. */
const rules = fc
  .array(
    fc.record({
      host,
      except: fc.uniqueArray(
        host.filter((one) => one !== ""),
        { maxLength: 1 },
      ),
      path,
      // most rules take many requests, so that their order counts
      headers: seldom(once(header, 2)),
      queryParams: seldom(once(param, 3)),
      method: fc.constantFrom(undefined, undefined, "GET", "POST"),
      response: changes,
      answers: fc.constantFrom(undefined, undefined, undefined, 404 as const, 500 as const),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((all) =>
    all.map(({ path: matched, headers, queryParams, method, answers, response, ...more }, i): Rule => {
      const to: Rule["to"] = answers ? { answer: answers } : { backends: [share(`s${i}`)] };
      const match = { path: matched, headers, queryParams, ...(method ? { method } : {}) };
      return rule("/", { ...more, match, to, owner: spec("HTTPRoute", `r${i}`), ...(response ? { response } : {}) });
    }),
  );

const request = (port: number): fc.Arbitrary<GatewayRequest> =>
  fc.record({
    port: fc.constant(port),
    host: fc
      .tuple(
        fc.constantFrom("a.example.com", "A.Example.com", "x.a.b.example.com", "b.example.com", "example.com", "other.org"),
        fc.boolean(),
      )
      .map(([name, named]) => (named && port !== 80 ? `${name}:${port}` : name)),
    path: fc.constantFrom("/", "/", "/a", "/a/", "/a/b", "/a/b/c", "/ab", "/A", "/aaa", "/77"),
    query: fc.constantFrom("", "q=1", "q=2&r=1", "r=1&x=3&q=2", "s.t=a.c", "sxt=a.c", "q=11", "q=a.c&r=axc", "qq=1", "r=2&s.t=1&q=1"),
    method: fc.constantFrom("GET", "POST"),
    headers: fc.dictionary(fc.constantFrom("version", "color", "VERSION"), value, { maxKeys: 1 }),
  });

it.each([80, 8080])("the first rule by rank that matches takes a request at port %i", (port) => {
  fc.assert(
    fc.property(rules, fc.array(request(port), { minLength: 20, maxLength: 30 }), (ranked, requests) => {
      const model = gateway([http(ranked, port)]);
      const { first } = lowered([model]);
      for (const one of requests) {
        const expected = ruleFor(model, one);
        const { rule: found, response = [] } = decides(first.policy ?? {}, one) ?? {};
        const { pool_group_ref: group, other_status_code: other, status_code: status } = found?.switching_action ?? {};
        const got = group ? String(group).replace(/^.*_shop_(r\d+)_0$/, "$1") : String(other ?? status).replace(/\D/g, "");
        const to = expected?.to as Forward | { answer: number } | undefined;
        expect(got).toBe(!expected || !to ? "404" : "answer" in to ? String(to.answer) : expected.owner.ref.name);
        const changed = response.map(({ hdr }) => hdr.name);
        expect(changed).toEqual((expected?.response?.set ?? []).map(({ name }) => name));
      }
    }),
    { numRuns: draws(300) },
  );
});
