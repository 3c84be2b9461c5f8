import { describe, expect, it } from "vitest";
import { readSpecs, translateToAvi, translateToOctavia } from "../../../../sdk";
import { allow, edge, root, route, secret, service, to, translate, view } from "../../../support/contour";
import { ingress } from "../../../support/manifests";

const faulty = { ...root("a/bad", { fqdn: "y.com" }), spec: { routes: 5 } };
const objects = [
  service("a/app"),
  root("a/r", { fqdn: "x.com", routes: [to("/", "app")] }),
  edge("a/e", []),
  allow("a/d", "s", "b"),
  route("a/r", {}),
  faulty,
];

describe("targets that do not read Contour's kinds yet", () => {
  it.each([
    ["avi", translateToAvi],
    ["octavia", translateToOctavia],
  ])("%s says so of each and makes nothing of it", (_target, translateTo) => {
    const { statuses, diagnostics } = translateTo(readSpecs(objects.map((value) => ({ value }))));
    expect(statuses.filter(({ object }) => object.kind !== "Service")).toEqual([]);
    const notices = diagnostics.filter(({ code }) => code === "LB1005");
    expect(notices.map(({ object, severity }) => [`${object.kind} ${object.name}`, severity])).toEqual([
      ["IngressRoute e", "notice"],
      ["IngressRoute r", "notice"],
      ["TLSCertificateDelegation d", "notice"],
      ["Route r", "notice"],
      ["IngressRoute bad", "notice"],
    ]);
    expect(diagnostics.filter(({ object }) => object.apiVersion.startsWith("contour"))).toHaveLength(notices.length);
  });
});

describe("the view of routes", () => {
  it("names the specs behind each host, those that delegate included", () => {
    const { owners } = translate([
      ...objects.slice(0, 2),
      secret("a/s"),
      service("b/app"),
      root("a/s", { fqdn: "s.com", tls: { secretName: "s" }, routes: [{ match: "/", delegate: { name: "e", namespace: "b" } }] }),
      edge("b/e", [to("/", "app")]),
    ]);
    expect(owners).toEqual({
      "virtualHosts/x.com:80": ["IngressRoute/a/r"],
      "virtualHosts/s.com:80": ["IngressRoute/a/s", "IngressRoute/b/e"],
      "virtualHosts/s.com:443": ["IngressRoute/a/s", "IngressRoute/b/e"],
    });
  });

  it("shows Ingress beside IngressRoute; of one host and path the older object has it", () => {
    const i = ingress({
      name: "z",
      namespace: "a",
      rules: [
        { host: "x.com", path: "/i", service: "app" },
        { host: "x.com", path: "/", service: "app" },
      ],
    });
    const { lines, states, codes } = view([...objects.slice(0, 2), i]);
    expect(lines).toEqual(["x.com:80/i -> a/app:80 1", "x.com:80/ -> a/app:80 1"]);
    expect([states["a/z"], codes["a/z"], states["a/r"]]).toEqual(["partial", ["LB1203"], "valid"]);
  });

  it("names settings that it does not know", () => {
    expect(translate([], { clusterName: "c", disablePermitInsecure: 5 }).diagnostics.map(({ code }) => code)).toEqual(["LB1304", "LB1305"]);
  });
});
