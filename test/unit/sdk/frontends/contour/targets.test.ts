import { describe, expect, it } from "vitest";
import { readSpecs } from "../../../../../sdk";
import { resolve } from "../../../../../sdk/routing";
import { allow, edge, root, route, secret, service, to, translate, view } from "../../../../support/contour";
import { READS_NOTHING } from "../../../../support/front-ends";
import { ingress } from "../../../../support/manifests";

const faulty = { ...root("a/bad", { fqdn: "y.com" }), spec: { routes: 5 } };
const objects = [
  service("a/app"),
  root("a/r", { fqdn: "x.com", routes: [to("/", "app")] }),
  edge("a/e", []),
  allow("a/d", "s", "b"),
  route("a/r", {}),
  faulty,
];

describe("a target that does not read Contour's kinds", () => {
  it("says so of each and makes nothing of it", () => {
    const { hosts, ledger } = resolve(readSpecs(objects.map((value) => ({ value }))), READS_NOTHING);
    const { statuses, diagnostics } = ledger.close();
    expect([hosts, statuses]).toEqual([[], []]);
    expect(diagnostics.map(({ code, severity, object }) => [code, severity, `${object.kind} ${object.name}`])).toEqual([
      ["LB1005", "notice", "IngressRoute e"],
      ["LB1005", "notice", "IngressRoute r"],
      ["LB1005", "notice", "TLSCertificateDelegation d"],
      ["LB1005", "notice", "Route r"],
      ["LB1005", "notice", "IngressRoute bad"],
    ]);
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
