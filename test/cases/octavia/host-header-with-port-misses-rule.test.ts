import { expect, it } from "vitest";
import { ingressV1, openShiftRoute, secret, served } from "../../support/manifests";
import { CERTIFICATE, PRIVATE_KEY } from "../../support/pem";
import { onOctavia } from "../../support/requests";
import { onOctaviaAs } from "../../support/said";

// HAProxy compares the whole Host header with the rule: shop.example.com:8080 missed every named host, and rules without a host took it.

const around = [...["a", "b", "c"].flatMap((name, i) => served(name, i + 1)), secret("cert", CERTIFICATE, PRIVATE_KEY)];
const objects = [
  ...around,
  ingressV1("shop", [{ host: "shop.example.com", path: "/", service: "a" }]),
  ingressV1("safe", [{ host: "safe.example.com", path: "/", service: "a" }], { tls: ["safe.example.com"] }),
  ingressV1("wild", [
    { host: "*.example.com", path: "/", service: "b" },
    { host: "named.example.com", path: "/x", service: "a" },
    { host: "other.example.com", path: "/x", service: "a" },
  ]),
  ingressV1("any", [{ path: "/", service: "c" }]),
];
const { balancer } = onOctaviaAs(objects);
const clear = (host: string, path = "/") => onOctavia(balancer, "clear", host, path);

it("the rule of every host and wildcard leaves out a port", () => {
  const rules = (balancer?.listeners ?? []).flatMap(({ l7policies = [] }) => l7policies.flatMap((policy) => policy.rules));
  const hosts = rules.filter(({ type }) => type === "HOST_NAME");
  expect(hosts.map(({ value, compare_type }) => [compare_type, value.endsWith("(:[0-9]+)?$")])).toEqual(hosts.map(() => ["REGEX", true]));
  expect(hosts.map(({ value }) => value)).toContain("^shop\\.example\\.com(:[0-9]+)?$");
});

it.each(["", ":80", ":8080"])("requests with the port %j reach their host", (port) => {
  expect(clear(`shop.example.com${port}`)).toBe("default/a:80");
  expect(clear(`SHOP.example.com${port}`)).toBe("default/a:80");
  expect(clear(`safe.example.com${port}`)).toBe("https");
  expect(clear(`some.example.com${port}`)).toBe("default/b:80");
  expect(clear(`named.example.com${port}`, "/y")).toBe("default/c:80");
  expect(clear(`shopxexample.com${port}`)).toBe("default/c:80");
  expect(clear(`shop.example.com.org${port}`)).toBe("default/c:80");
});

it("a name that leaves no room for the pattern keeps its rule, and that is reported", () => {
  const long = `${["a", "b", "c", "d"].map((letter) => letter.repeat(58)).join(".")}.example.com`;
  const route = openShiftRoute("long", { host: long, to: { kind: "Service", name: "a" } });
  const { balancer: made, about } = onOctaviaAs([...around, route]);
  expect(onOctavia(made, "clear", long, "/")).toBe("default/a:80");
  expect(about("long").said.filter((text) => text.includes("requests that name the port are not served"))).toHaveLength(1);
});
