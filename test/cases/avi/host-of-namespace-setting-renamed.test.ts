// Ingress `red/b` of a host that has another address through the AviInfraSetting of its namespace: its virtual service had the namespace in
// its name although AKO's names do not clash (one ends in -L7-dedicated), so that a take-over made a second one, with another address.
// Acceptance cases ako-2/live-04, -04s and -04t.
import { expect, it } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { aviObjects } from "../../../sdk/targets/avi/objects";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { ingressV1, secret, served } from "../../support/manifests";
import { avi } from "../../unit/sdk/targets/avi/ako-world";

const HOST = "shop.avi.internal";

interface Side {
  /** Content of the Secret; none for a host without TLS. */
  certificate?: string;
}

/** Names of what AKO would call after the host alone, for `default/a` and the younger `red/b`. */
function namesOf(cluster: string, setting: string, [a, b]: [Side, Side], more: object = {}) {
  const side = (name: string, namespace: string, created: string, { certificate }: Side) => [
    ...served(name, 1, namespace),
    ...(certificate ? [secret("cert", certificate, "KEY", namespace)] : []),
    ingressV1(name, [{ host: HOST, path: `/${name}`, service: name }], { namespace, created, ...(certificate ? { tls: [HOST] } : {}) }),
  ];
  const objects = [
    avi(),
    {
      apiVersion: "ako.vmware.com/v1beta1",
      kind: "AviInfraSetting",
      metadata: { name: "gold" },
      spec: { l7Settings: { shardSize: setting } },
    },
    { apiVersion: "v1", kind: "Namespace", metadata: { name: "red", annotations: { "aviinfrasetting.ako.vmware.com/name": "gold" } } },
    ...side("a", "default", "2026-01-01T00:00:00Z", a),
    ...side("b", "red", "2026-02-01T00:00:00Z", b),
  ];
  const plan = translateToAvi(readSpecs(objects.map((value) => ({ value }))), {
    settings: { clusterName: "c1", naming: "ako-2", shardVSSize: cluster, subDomains: ["avi.internal"], ...more },
  });
  const { objects: bodies } = aviObjects(plan);
  const names = (type: keyof typeof bodies) =>
    (bodies[type] ?? []).map(({ name }) => name).filter((name) => name.startsWith(`c1--${HOST}`));
  return { services: names("virtualservice"), certificates: names("sslkeyandcertificate"), plan };
}

const [ONE, OTHER] = [{ certificate: "CERT" }, { certificate: "ANOTHER" }];
const SERVICES = [`c1--${HOST}`, `c1--${HOST}-L7-dedicated`];

it.each([
  ["DEDICATED", "SMALL"],
  ["SMALL", "DEDICATED"],
])("%s with a namespace of %s: virtual services have AKO's names, and one certificate if the Secrets are the same", (cluster, setting) => {
  const same = namesOf(cluster, setting, [ONE, ONE]);
  expect([same.services, same.certificates]).toEqual([SERVICES, [`c1--${HOST}`]]);
  expect(same.plan.statuses.flatMap(({ diagnostics }) => diagnostics.filter(({ code }) => code === "LB1410"))).toEqual([]);
});

it("Secrets that differ are two certificates, and the older Ingress has AKO's name", () => {
  const { services, certificates } = namesOf("DEDICATED", "SMALL", [ONE, OTHER]);
  expect([services, certificates]).toEqual([SERVICES, [`c1--${HOST}`, `c1--${HOST}-red`]]);
});

it("a host without TLS takes no name of a certificate", () => {
  const { services, certificates } = namesOf("DEDICATED", "SMALL", [{}, OTHER]);
  expect([services, certificates]).toEqual([SERVICES, [`c1--${HOST}`]]);
});

it("stacks that each manage a part make their own certificate", () => {
  const parts = Array.from({ length: 11 }, (_, index) => namesOf("DEDICATED", "SMALL", [ONE, ONE], { part: { index, of: 11 } }));
  expect(parts.filter(({ services }) => services.length > 0).map(({ services, certificates }) => [...services, ...certificates])).toEqual([
    [`c1--${HOST}`, `c1--${HOST}-red`],
    [`c1--${HOST}-L7-dedicated`, `c1--${HOST}`],
  ]);
});

it("two virtual services of one name still differ by the namespace", () => {
  const { services, certificates } = namesOf("SMALL", "LARGE", [ONE, ONE]);
  expect([services, certificates]).toEqual([
    [`c1--${HOST}`, `c1--${HOST}-red`],
    [`c1--${HOST}`, `c1--${HOST}-red`],
  ]);
});
