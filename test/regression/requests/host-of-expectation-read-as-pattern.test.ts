import { expect, it } from "vitest";
import { becauseOf } from "../../../sdk/requests/expectations/because";
import { checked } from "../../../sdk/requests/expectations/check";
import { Requests } from "../../../sdk/requests/explain";

// A host and a Service of an expectation are texts: "(" ended the command, and default/web stood for default/web-2.

const rules = { addresses: [] };
const messageAbout = (message: string) => ({
  code: "LB1203",
  severity: "warning" as const,
  object: { apiVersion: "v1", kind: "Ingress", namespace: "default", name: "other" },
  pointer: "/spec",
  message,
});

it.each([
  ["http://shop[x.a.com/", "shop[x.a.com belongs to another", true],
  ["http://a(b.com/", "a(b.com.", true],
  ["http://a.com/", "the host is A.com.", true],
  ["http://a.com/", "a.com.org is another", false],
  ["http://a.com/", "b.a.com, xa.com, a-com", false],
  ["http://b.com/", "default/web:80 is missing", true],
  ["http://b.com/", "default/web-2:80 is missing", false],
])("%s and %s", (url, message, isReason) => {
  const expectation = { request: { url }, expected: { to: { "default/web:80": 1 } }, given: { request: url } };
  const [one] = checked([expectation], new Requests({ served: rules }));
  expect(becauseOf(one!, { diagnostics: [messageAbout(message)], rules })).toHaveLength(isReason ? 1 : 0);
});
