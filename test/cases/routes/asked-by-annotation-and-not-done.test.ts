import { describe, expect, it, test } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { TARGETS } from "../../../sdk/targets";
import { served } from "../../support/manifests";

// Annotations of other controllers asked for redirects, TLS or further hosts, and the Ingress was ready, with a notice that nobody is shown.

const SETTINGS = { avi: { clusterName: "c1" }, octavia: { service_subnet_id: "4f6c1c1e-1111-4111-8111-111111111111" } };
type To = keyof typeof SETTINGS;
const CLASS_OF = { avi: "avi", octavia: "openstack" };

const ingress = (to: To, name: string, annotations: object, paths: readonly string[] = ["/"]) => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "Ingress",
  metadata: { name, namespace: "default", annotations },
  spec: {
    ingressClassName: CLASS_OF[to],
    rules: [
      {
        host: "app.example.com",
        http: { paths: paths.map((path) => ({ path, pathType: "Prefix", backend: { service: { name: "web", port: { number: 80 } } } })) },
      },
    ],
  },
});

function found(to: To, ...objects: object[]) {
  const specs = readSpecs([...served("web", 1), ...objects].map((value) => ({ value })));
  const { statuses } = TARGETS[to].translate(specs, { settings: SETTINGS[to] });
  return statuses.filter(({ object }) => object.kind === "Ingress");
}

/** State of an Ingress with the annotation, and the warnings about it. */
function said(to: To, name: string, value: string) {
  const [status] = found(to, ingress(to, "app", { [name]: value }));
  const of = status?.diagnostics.filter(({ code }) => code === "LB1007") ?? [];
  return [status?.state, ...of.map(({ severity, message }) => `${severity} ${message.split(": ")[1] ?? ""}`)];
}

const NGINX = "nginx.ingress.kubernetes.io/";
const ASKED: [name: string, value: string, otherwise: RegExp][] = [
  [`${NGINX}permanent-redirect`, "https://b.com", /requests are not redirected/],
  [`${NGINX}temporal-redirect`, "https://b.com", /requests are not redirected/],
  [`${NGINX}app-root`, "/app", /requests for \/ are not redirected/],
  [`${NGINX}server-alias`, "b.com", /requests for these hosts are not answered/],
  [`${NGINX}backend-protocol`, "HTTPS", /servers get clear text/],
  [`${NGINX}upstream-vhost`, "b.com", /servers get the host of the request/],
  [`${NGINX}rewrite-target`, "/$1", /servers get the path of the request/],
  [`${NGINX}use-regex`, "true", /not as regular expressions/],
  [`${NGINX}ssl-redirect`, "false", /redirected to https all the same/],
  [`${NGINX}force-ssl-redirect`, "true", /clear text of hosts without a Secret/],
  [`${NGINX}canary`, "true", /it takes no share/],
  [`${NGINX}proxy-ssl-secret`, "default/ca", /servers are not verified/],
  [`${NGINX}ssl-passthrough`, "true", /TLS is not passed through/],
  ["route.openshift.io/termination", "passthrough", /TLS is served only as spec.tls has it/],
  ["route.openshift.io/destination-ca-certificate-secret", "ca", /servers are not verified/],
  ["traefik.ingress.kubernetes.io/router.tls", "true", /clear text is served too/],
  ["traefik.ingress.kubernetes.io/router.tls.certresolver", "le", /hosts without a Secret in spec.tls get no TLS/],
  ["ingress.cilium.io/tls-passthrough", "enabled", /TLS is not passed through/],
  ["alb.ingress.kubernetes.io/certificate-arn", "arn:aws:acm:eu-west-1:1:certificate/0", /hosts without a Secret in spec.tls get no TLS/],
  ["networking.gke.io/managed-certificates", "shop", /hosts without a Secret in spec.tls get no TLS/],
  ["ingress.gcp.kubernetes.io/pre-shared-cert", "shop", /hosts without a Secret in spec.tls get no TLS/],
  ["kubernetes.io/ingress.allow-http", "false", /clear text is served too/],
  ["kubernetes.azure.com/tls-cert-keyvault-uri", "https://v", /hosts without a Secret in spec.tls get no TLS/],
  ["appgw.ingress.kubernetes.io/appgw-ssl-certificate", "shop", /hosts without a Secret in spec.tls get no TLS/],
  ["haproxy.router.openshift.io/hsts_header", "max-age=1", /Strict-Transport-Security/],
  ["octavia.ingress.kubernetes.io/timeout-client-data", "600000", /timeouts of the load balancer/],
  ["octavia.ingress.kubernetes.io/floatingip", "203.0.113.77", /hosts have any address of the network/],
  ["octavia.ingress.kubernetes.io/keep-floatingip", "true", /the floating IP goes with its load balancer/],
];

describe.each(["avi", "octavia"] as const)("on %s", (to) => {
  it.each(ASKED)("%s: %s is a warning, and the Ingress is partial", (name, value, otherwise) => {
    expect(said(to, name, value)).toEqual(["partial", expect.stringMatching(new RegExp(`^warning .*${otherwise.source}`))]);
  });

  it.each([
    [`${NGINX}use-regex`, "false"],
    [`${NGINX}backend-protocol`, "HTTP"],
    [`${NGINX}ssl-redirect`, "true"],
    ["kubernetes.io/ingress.allow-http", "true"],
    ["traefik.ingress.kubernetes.io/router.tls", "false"],
  ])("%s: %s asks for nothing else than what happens", (name, value) => {
    const [state, ...warnings] = said(to, name, value);
    expect([state, warnings.filter((one) => one?.startsWith("warning"))]).toEqual(["ready", []]);
  });

  it("a canary that loses its path is told to be weighted", () => {
    const all = found(to, ingress(to, "app", {}), ingress(to, "canary", { [`${NGINX}canary`]: "true", [`${NGINX}canary-weight`]: "20" }));
    const lost = all.flatMap(({ diagnostics }) => diagnostics).filter(({ code }) => code === "LB1203");
    expect(lost).toMatchObject([{ object: { name: "canary" }, remedy: expect.stringContaining("with weights into one rule") }]);
  });

  it("a path with a fragment is told to match nothing", () => {
    const [status] = found(to, ingress(to, "app", {}, ["/", "/#/login"]));
    expect(status?.state).toBe("partial");
    expect(status?.diagnostics.filter(({ code }) => code === "LB1219").map(({ pointer, message }) => [pointer, message])).toEqual([
      ["/spec/rules/0/http/paths/1", 'no request has the path "/#/login": what follows # stays in the browser, and clients send it as %23'],
    ]);
  });
});

test("an annotation that only tunes stays a notice", () => {
  expect(said("avi", `${NGINX}proxy-body-size`, "8m")).toEqual(["ready", "notice "]);
});
