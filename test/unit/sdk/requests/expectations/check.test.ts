import { expect, it } from "vitest";
import type { RoutingTable, ServedAnswer } from "../../../../../requests/table/routing-table";
import { checkExpectations } from "../../../../../sdk/requests/expectations/check";
import type { ExpectationInput } from "../../../../../sdk/requests/expectations/expectation";
import { expectationsIn } from "../../../../../sdk/requests/expectations/read";
import { expectedText, requestText } from "../../../../../sdk/requests/expectations/words";
import { RequestExplainer } from "../../../../../sdk/requests/explain";

const servers = { "default/web:80": { ready: ["10.0.0.1:80"], unready: ["10.0.0.2:80"] }, "default/next:80": { ready: [] } };
const rulesFor = (to: ServedAnswer): RoutingTable => ({
  addresses: [
    {
      name: "lb",
      group: "hosts",
      ports: [{ port: 80, protocol: "http", hosts: { "a.com": { rules: [{ to }] } }, otherwise: { status: 503 } }],
    },
  ],
  servers,
});
const web = { forward: [{ weight: 1, service: "default/web:80" }] };

/** What is otherwise, or nothing. */
function missed(to: ServedAnswer, expected: Omit<ExpectationInput, "request">, request = "http://a.com/v1/x?q=1"): string {
  const { expectations, faults } = expectationsIn([{ request, ...expected }]);
  expect(faults).toEqual([]);
  const specRules = rulesFor(to);
  return checkExpectations(expectations, new RequestExplainer({ desired: specRules, served: specRules }))[0]!.misses.join("; ");
}

it("holds Services with and without their port, whichever of their servers are ready", () => {
  expect(missed(web, { to: "default/web:80" })).toBe("");
  expect(missed(web, { to: "default/web" })).toBe("");
  expect(missed(web, { to: "default/web:8" })).toBe("default/web:80");
  expect(missed(web, { servers: ["10.0.0.2:80", "10.0.0.1:80"] })).toBe("");
  expect(missed(web, { servers: ["10.0.0.1:80", "10.0.0.3:80"] })).toBe("servers without 10.0.0.3:80; further servers 10.0.0.2:80");
  expect(missed({ forward: [{ weight: 1, service: "default/next:80" }], empty: { status: 503 } }, { to: "default/next:80" })).toBe("");
});

it("holds shares within 1 %", () => {
  const parts = (weight: number) => ({
    forward: [
      { weight, service: "default/web:80" },
      { weight: 100 - weight, service: "default/next:80" },
    ],
  });
  const to = { "default/web:80": "90 %", "default/next:80": 0.1 };
  expect([89, 90, 91].map((weight) => missed(parts(weight), { to }))).toEqual(["", "", ""]);
  expect(missed(parts(88), { to })).toBe("default/next:80 12 %, default/web:80 88 %");
  expect(missed(parts(90), { to: "default/web:80" })).not.toBe("");
  // rounding hides no recipient
  expect(missed(parts(99), { to: "default/web:80" })).toBe("default/next:80 1 %, default/web:80 99 %");
  expect(missed(web, { to: { "default/web:80": "99 %", "default/next:80": "1 %" } })).toBe("default/web:80");
  expect(missed(web, { to: { "default/web:80": "100 %", "default/next:80": "0 %" } })).toBe("");
  expect(
    missed(
      {
        forward: [
          { weight: 1, service: "default/web:80" },
          { weight: 1, status: 500 },
        ],
      },
      { to: { "status 500": "50 %", "default/web:80": "50 %" } },
    ),
  ).toBe("");
});

it("holds redirects, statuses and what is closed", () => {
  const redirect: ServedAnswer = { redirect: { scheme: "https" }, status: 302 };
  expect(missed(redirect, { redirect: "https://a.com/v1/x?q=1" })).toBe("");
  expect(missed(redirect, { redirect: "https://a.com/v1/x?q=1", status: 301 })).toBe("redirect 302 to https://a.com/v1/x?q=1");
  expect(missed(redirect, { status: 302 })).toBe("");
  expect(missed({ status: 403 }, { status: 403 })).toBe("");
  expect(missed({ status: 404, by: "default/web:80" }, { to: "default/web:80" })).toBe("");
  expect(missed(web, { status: 404 })).toBe("default/web:80");
  expect(missed({ closed: "no server" }, { closed: true })).toBe("");
  expect(missed(web, { closed: true })).toBe("default/web:80");
  expect(missed({ status: 403 }, { path: "/x" })).toBe("403");
});

it("takes 404 and 503 for the same where nobody serves a request, and nowhere else", () => {
  expect(missed(web, { status: 404 }, "http://b.com/")).toBe("");
  expect(missed(web, { status: 500 }, "http://b.com/")).toBe("503");
  expect(missed({ status: 503 }, { status: 404 })).toBe("503");
});

it("holds what arrives at the servers, edited or as it was sent", () => {
  const edited: ServedAnswer = {
    ...web,
    path: { from: "/v1", to: "", by: "segments" },
    host: "api.internal",
    request: { set: { "x-user": "1" }, add: { via: "lb" }, remove: ["cookie"] },
  };
  const headers = { Cookie: "a", Via: "me", "X-Kept": "yes" };
  const arrives = { "X-User": "1", via: "me,lb", cookie: null, "x-kept": "yes" };
  expect(missed(edited, { headers, path: "/x", host: "api.internal", arrives })).toBe("");
  expect(missed(web, { headers, path: "/v1/x", host: "A.com", arrives: { cookie: "a" } })).toBe("");
  expect(missed(web, { headers, path: "/x", host: "b.com", arrives: { cookie: null, "x-user": "1" } })).toBe(
    "path /v1/x; host a.com; header cookie arrives as a; header x-user does not arrive",
  );
});

it("says what is asked and expected in words", () => {
  const [one] = expectationsIn([
    {
      request: "POST http://a.com/",
      from: "10.0.0.1",
      headers: { a: "b" },
      to: { "a/b:80": "90 %", "a/c:80": "10 %" },
      path: "/x",
      arrives: { c: null },
    },
  ]).expectations;
  expect([requestText(one!), expectedText(one!)]).toEqual([
    "POST http://a.com/ (a: b, from 10.0.0.1)",
    "a/b:80 90 %, a/c:80 10 %; path /x; no header c",
  ]);
});
