import { expect, it } from "vitest";
import { expectationsIn, readExpectations } from "../../../../../sdk/requests/expectations/read";

const faultsOf = (text: string) => readExpectations(text, "r.yaml").faults.map(({ line, message }) => `${line}: ${message}`);

it("reads requests with their lines, in block and flow style, of several documents", () => {
  const { expectations, faults } = readExpectations(
    `requests:
  - request: POST https://shop.example.com/cart?a=1
    headers: { X-Canary: "1" }
    to: { default/web:80: 90 %, default/next:80: 0.1 }
    port: 8443

  - { request: "tcp://default/db:5432", from: 10.0.0.1, to: default/db }
---
requests:
  - { request: "http://a.com", closed: true, port: 81 }
`,
    "r.yaml",
  );
  expect(faults).toEqual([]);
  expect(expectations.map(({ input: _, ...one }) => one)).toEqual([
    {
      request: { url: "https://shop.example.com:8443/cart?a=1", method: "POST", headers: { "X-Canary": "1" } },
      expected: { to: { "default/web:80": 0.9, "default/next:80": 0.1 } },
      ...{ file: "r.yaml", line: 2 },
    },
    {
      request: { url: "tcp://default/db:5432", method: "GET", from: "10.0.0.1" },
      expected: { to: { "default/db": 1 } },
      ...{ file: "r.yaml", line: 7 },
    },
    { request: { url: "http://a.com:81", method: "GET" }, expected: { closed: true }, ...{ file: "r.yaml", line: 10 } },
  ]);
});

it("names the line and the remedy of what is wrong", () => {
  expect(
    faultsOf(`requests:
  - request: http://a.com/
    redirct: https://a.com/
  - { to: default/web:80 }
  - { request: "a.com", status: 404 }
  - { request: "http://a.com/" }
  - { request: "http://a.com/", to: default/web:80, status: 200 }
  - request: http://a.com/
    to:
      default/web:80: 90
  - { request: "http://a.com/", status: not found }
`),
  ).toEqual([
    '3: the key "redirct" is not known: did you mean redirect?',
    '4: request is missing: write a method and a URL, "GET https://shop.example.com/cart"',
    '5: request "a.com" is not a request: write a method and a URL, "GET https://shop.example.com/cart"',
    "6: says nothing that the request must get: add to, redirect, status or closed",
    "7: to and status cannot both be: a request gets one answer",
    '10: to.default/web:80 must be a part such as "90 %"',
    "11: status is not what it must be: expected number, received string",
  ]);
  expect(faultsOf("request:\n  - a")).toEqual(['1: the key "request" is not known: write requests']);
  expect(faultsOf("- a")).toEqual(["1: a mapping with the key requests is expected"]);
  expect(faultsOf("requests: [")[0]).toMatch(/^1: /);
  expect(faultsOf("")).toEqual(["1: there are no requests: write them below the key requests"]);
});

it("names the entry of a program by its index", () => {
  const { faults } = expectationsIn([
    { request: "http://a.com/", status: 404 },
    { request: "http://a.com/", stauts: 404 },
  ]);
  expect(faults).toEqual([{ message: 'requests[1]: the key "stauts" is not known: did you mean status?' }]);
});
