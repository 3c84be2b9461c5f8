import { expect, it } from "vitest";
import { root, service, view } from "../../support/contour";

// A root whose certificate is missing was valid, and its tcpproxy served, where a root that comes first by name delegates its own to it.

it.each(["a", "z"])("in namespace %s", (namespace) => {
  const { lines, states, why } = view([
    service("b/web"),
    root(`${namespace}/one`, {
      fqdn: "one.com",
      tls: { passthrough: true },
      tcpproxy: { delegate: { name: "two", namespace: "b" } },
    }),
    root("b/two", { fqdn: "two.com", tls: { secretName: "missing" }, tcpproxy: { services: [{ name: "web", port: 80 }] } }),
  ]);
  expect(lines).toEqual([]);
  expect(states).toEqual({ [`${namespace}/one`]: "valid", "b/two": "invalid" });
  expect(why["b/two"]).toBe("TLS Secret [missing] not found or is malformed");
});
