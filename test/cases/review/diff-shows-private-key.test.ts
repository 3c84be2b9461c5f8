import { expect, test } from "vitest";
import { changesBetween, type Objects } from "../../../sdk/cli/diff/changes";
import { objectsInState, planInState, withoutAdded } from "../../../sdk/cli/state-plan";
import { parseManifests } from "../../../sdk/specs";
import { TARGETS } from "../../../sdk/targets";
import { CERTIFICATE, PRIVATE_KEY } from "../../support/pem";
import { translateTo } from "../../support/planned";

// `k8s-lb diff -s` printed the private keys of the state, and found differences in a stack that had none: for the order of keys in an object,
// for static routes, floating IPs, certificates and security groups, and for what a replacement has yet to delete.

const encoded = (text: string) => Buffer.from(text).toString("base64");

const { objects: raw, diagnostics } = parseManifests(
  `
apiVersion: v1
kind: Service
metadata: { name: web, uid: u1 }
spec: { type: LoadBalancer, ports: [{ name: http, port: 80, nodePort: 30080 }], loadBalancerSourceRanges: [10.0.0.0/8] }
---
apiVersion: v1
kind: Endpoints
metadata: { name: web }
subsets: [{ addresses: [{ ip: 10.1.0.5 }], ports: [{ name: http, port: 8080 }] }]
---
apiVersion: v1
kind: Node
metadata: { name: n1 }
spec: { podCIDR: 10.1.0.0/24 }
status: { addresses: [{ type: InternalIP, address: 10.0.0.7 }], conditions: [{ type: Ready, status: "True" }] }
---
apiVersion: v1
kind: Secret
metadata: { name: tls }
type: kubernetes.io/tls
data: { tls.crt: ${encoded(CERTIFICATE)}, tls.key: ${encoded(PRIVATE_KEY)} }
---
apiVersion: networking.k8s.io/v1
kind: IngressClass
metadata: { name: avi, annotations: { ingressclass.kubernetes.io/is-default-class: "true" } }
spec: { controller: ako.vmware.com/avi-lb }
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: web }
spec:
  tls: [{ hosts: [example.com], secretName: tls }]
  rules:
    - host: example.com
      http: { paths: [{ path: /, pathType: Prefix, backend: { service: { name: web, port: { number: 80 } } } }] }
`,
  "web.yaml",
);

type Compared = "avi" | "octavia";

const SETTINGS = {
  avi: { naming: "ako-2", clusterName: "c1", subDomains: ["com"] },
  octavia: { naming: "occm", cluster_name: "c1", subnet_id: "s", floating_network_id: "f" },
};

/** Without the class of the other target. */
const specs = (to: Compared) => raw.filter(({ value }) => to === "avi" || !JSON.stringify(value).includes("ako.vmware.com"));

/** As `pulumi stack export --show-secrets` has it: other places for the keys of an object, and secrets that say so. */
function asExported(value: unknown, key = ""): unknown {
  if (key === "key" && typeof value === "string")
    return { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", plaintext: JSON.stringify(value) };
  if (Array.isArray(value)) return value.map((one) => asExported(one));
  if (typeof value !== "object" || value === null) return value;
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, inner]) => [name, asExported(inner, name)]));
}

const resourcesOf = (to: Compared) => TARGETS[to].translate(TARGETS[to].read(specs(to), diagnostics), { settings: SETTINGS[to] }).resources;

function stateOf(to: Compared) {
  const resources = resourcesOf(to).map(({ kind, name, inputs }) => {
    const type = `pulumi-nodejs:dynamic/k8s-lb-${kind}`;
    return { type, urn: `urn:pulumi:dev::shop::${type}::${name}`, id: name, inputs: asExported(JSON.parse(JSON.stringify(inputs))) };
  });
  const [first] = resources;
  const leaving = JSON.parse(JSON.stringify({ ...first, delete: true }).replaceAll("10.1.0.5", "10.1.0.99"));
  return { resources: [...resources, leaving] };
}

test.each<Compared>(["avi", "octavia"])("%s: a stack is what its specs say, and no key is in sight", (to) => {
  const held = objectsInState(planInState(stateOf(to), TARGETS[to]));
  expect(JSON.stringify(held)).toContain("BEGIN CERTIFICATE");
  expect(JSON.stringify(held)).not.toContain("PRIVATE KEY");
  const { objects } = translateTo(to, { objects: specs(to), diagnostics }, SETTINGS[to]);
  const expected = withoutAdded(JSON.parse(JSON.stringify(objects)) as Objects, TARGETS[to].balancer?.state.added ?? []);
  expect(Object.keys(expected)).toEqual(
    expect.arrayContaining(to === "avi" ? ["vrfcontext", "sslkeyandcertificate"] : ["floatingips", "secrets"]),
  );
  expect(changesBetween(held, expected, {})).toEqual([]);
});
