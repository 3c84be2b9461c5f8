import { describe, expect, it } from "vitest";
import { ingressV1, openShiftRoute, secret, served } from "../../support/manifests";
import { CERTIFICATE, PRIVATE_KEY } from "../../support/pem";
import { onOctavia } from "../../support/requests";
import { onOctaviaAs } from "../../support/said";

const around = [...served("a", 1), ...served("b", 2), secret("cert", CERTIFICATE, PRIVATE_KEY)];

// A Route without a path lost its redirect to another object's `/`, which is the longer path; this was not reported.
it("a redirect of all paths beside a service for `/` is reported", () => {
  const tls = { termination: "edge", insecureEdgeTerminationPolicy: "Redirect", certificate: CERTIFICATE, key: PRIVATE_KEY };
  const secure = openShiftRoute("secure", { host: "h.com", to: { kind: "Service", name: "a" }, tls });
  const open = openShiftRoute("open", { host: "h.com", path: "/", to: { kind: "Service", name: "b" } });
  const { balancer, about } = onOctaviaAs([...around, secure, open]);
  expect(onOctavia(balancer, "clear", "h.com", "/x")).toBe("default/b:80");
  expect(about("secure").said).toEqual([
    "LB1302 clear text of h.com is not redirected: h.com/ of Route default/open is the longer path and takes all of it",
  ]);
});

// The message claimed that clear text of a wildcard host is not served, where rules without a host or a default backend answer.
describe("a redirect of a wildcard says where its requests go", () => {
  const cannot = "LB1302 clear text of *.w.com cannot be redirected: Octavia needs the name of the host;";
  const wild = (more: object) => ingressV1("w", [{ host: "*.w.com", path: "/", service: "a" }], { tls: ["*.w.com"], ...more });
  const any = ingressV1("any", [{ path: "/", service: "b" }]);

  it("to nobody", () => {
    expect(onOctaviaAs([...around, wild({})]).about("w").said).toEqual([`${cannot} it is not served`]);
  });

  it("to the default backend", () => {
    const { balancer, about } = onOctaviaAs([...around, wild({ defaultService: "b" })]);
    expect(onOctavia(balancer, "clear", "x.w.com", "/")).toBe("default/b:80");
    expect(about("w").said).toEqual([`${cannot} its requests go to the default backend`]);
  });

  it("to rules without a host", () => {
    const { about } = onOctaviaAs([...around, wild({ defaultService: "b" }), any]);
    expect(about("w").said).toEqual([`${cannot} its requests go to rules without a host, then to the default backend`]);
  });
});
