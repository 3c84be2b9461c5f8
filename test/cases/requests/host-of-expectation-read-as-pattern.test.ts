import { expect, it } from "vitest";
import type { Subject } from "../../../resources/diagnostic";
import { checkExpectations } from "../../../sdk/requests/expectations/check";
import { likelyReasons } from "../../../sdk/requests/expectations/likely-reasons";
import { RequestExplainer } from "../../../sdk/requests/explain";

// A host and a Service of an expectation are texts: "(" ended the command, and default/web stood for default/web-2. Messages were searched for them.

const rules = { addresses: [] };
const faultAbout = (about?: Subject) => ({
  code: "LB1203",
  severity: "warning" as const,
  object: { apiVersion: "v1", kind: "Ingress", namespace: "default", name: "other" },
  pointer: "/spec",
  message: "http://a.com/ of default/web:80 is a text that decides nothing",
  ...(about ? { about } : {}),
});

it.each<[url: string, about: Subject | undefined, isReason: boolean]>([
  ["http://shop[x.a.com/", { host: "shop[x.a.com" }, true],
  ["http://a(b.com/", { host: "a(b.com" }, true],
  ["http://a.com/", { host: "A.com" }, true],
  ["http://x.a.com/", { host: "*.a.com" }, true],
  ["http://a.com/", { host: "a.com.org" }, false],
  ["http://a.com/", { host: "b.a.com" }, false],
  ["http://b.com/", { service: "default/web" }, true],
  ["http://b.com/", { service: "default/web-2" }, false],
  ["http://a.com/", undefined, false],
])("%s and a fault about %j", (url, about, isReason) => {
  const expectation = { request: { url }, expected: { to: { "default/web:80": 1 } }, input: { request: url } };
  const [one] = checkExpectations([expectation], new RequestExplainer({ served: rules }));
  expect(likelyReasons(one!, { diagnostics: [faultAbout(about)], rules })).toHaveLength(isReason ? 1 : 0);
});
