import fc from "fast-check";
import { expect, it } from "vitest";
import {
  clientOf,
  connectionKey,
  handshakeKey,
  hostOf,
  includes,
  plainKey,
  type RequestKey,
  requestKey,
  serviceKey,
  withoutScheme,
} from "../../../resources/route-key";

it.each<[what: string, key: string, client: string, plain: string]>([
  ["a path", requestKey({ scheme: "https", host: "a.com", path: "/cart" }), "a.com", "a.com/cart"],
  ["a whole path", requestKey({ scheme: "http", host: "a.com", path: "/cart", is: "exact" }), "a.com", "a.com/cart"],
  ["no path", requestKey({ scheme: "http", host: "a.com", path: "" }), "a.com", "a.com/"],
  [
    "a header at a Gateway",
    requestKey({ scheme: "http", host: "a.com", path: "/", conditions: ["header x=1"], of: "Gateway infra/web" }),
    "a.com",
    "a.com/",
  ],
  [
    "any host of a Gateway",
    requestKey({ scheme: "https", host: "*", port: 8443, path: "/", of: "Gateway infra/web" }),
    "listener HTTPS 8443 of Gateway infra/web",
    "*:8443/",
  ],
  ["a handshake", handshakeKey("a.com"), "a.com", "a.com"],
  ["connections of a Gateway", connectionKey("TCP", "infra/web", 9000), "listener TCP 9000 of Gateway infra/web", "infra/web:9000"],
  ["a Service", serviceKey("shop/db", "TCP", 5432), "Service shop/db", "Service shop/db"],
])("names %s for clients and for allowLoss", (_, key, client, plain) => {
  expect([clientOf(key), plainKey(key)]).toEqual([client, plain]);
});

const host = fc.constantFrom("a.com", "b.a.com", "*.a.com", "*");
const path = fc.constantFrom("/", "/a", "/a/b", "/b");
const request = fc.record<RequestKey>({
  scheme: fc.constantFrom("http", "https"),
  host,
  path,
  is: fc.constantFrom("exact", "segments"),
  conditions: fc.constantFrom([], ["method GET"]),
});

it("keeps host and path of a key apart, and knows a broader one of the same object", () => {
  fc.assert(
    fc.property(request, (given) => {
      const key = requestKey(given);
      expect(hostOf(key)).toBe(given.host);
      expect(withoutScheme(key).startsWith(given.host + given.path)).toBe(true);
      expect(includes(requestKey({ ...given, host: "*", path: "/" }), key)).toBe(true);
      expect(includes(requestKey({ ...given, of: "Gateway infra/web" }), key)).toBe(false);
      expect(includes(requestKey({ ...given, scheme: given.scheme === "http" ? "https" : "http" }), key)).toBe(false);
    }),
  );
});
