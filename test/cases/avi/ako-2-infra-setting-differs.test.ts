// Objects that depend on an AviInfraSetting, or on the settings that it replaces, had other names or fields than those of AKO 2.2.1, so that
// taking over wrote them.
import { expect, it } from "vitest";
import { avi, ingress, secret, service, translate } from "../../unit/sdk/targets/avi/ako-world";

const gold = (spec: object) => ({ apiVersion: "ako.vmware.com/v1beta1", kind: "AviInfraSetting", metadata: { name: "gold" }, spec });
const INFRA = { "aviinfrasetting.ako.vmware.com/name": "gold" };
const namespace = (annotations: object) => ({ apiVersion: "v1", kind: "Namespace", metadata: { name: "default", annotations } });
const parameters = { apiGroup: "ako.vmware.com", kind: "AviInfraSetting", name: "gold" };
const fnv = (text: string) => [...Buffer.from(text)].reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193) >>> 0, 0x811c9dc5);

it.each(["ako-2", "ako-2-evh"])("%s: a passthrough host of a setting DEDICATED has the whole hash of its name", (naming) => {
  const through = (name: string, host: string) => {
    const { metadata, ...rest } = ingress(name, host);
    return { ...rest, metadata: { ...metadata, annotations: { "passthrough.ako.vmware.com/enabled": "true" } } };
  };
  const hosts = ["a.avi.internal", "b.avi.internal", "pass.avi.internal"];
  const world = [avi(parameters), service("web"), ...hosts.map((host, i) => through(`web${i}`, host))];
  const run = (shardSize: string) => translate({ naming }, ...world, gold({ l7Settings: { shardSize } })).plan.resources;
  const namesOf = (shardSize: string) =>
    run(shardSize)
      .flatMap(({ kind, name }) => (kind === "avi:PassthroughVS" ? [name] : []))
      .sort();
  expect(namesOf("DEDICATED")).toEqual(hosts.map((host) => `my-cluster--Shared-Passthrough-gold-${fnv(host)}`).sort());
  expect(namesOf("SMALL")).toEqual(["my-cluster--Shared-Passthrough-gold-0"]);
});

it("the setting of the namespace is not for Services that share a VIP, and this is said", () => {
  const network = gold({ network: { vipNetworks: [{ networkName: "front" }] } });
  const shared = (own: object) => service("web", { type: "LoadBalancer" }, { "ako.vmware.com/enable-shared-vip": "key", ...own });
  const run = (...objects: object[]) => translate({ naming: "ako-2", vipNetworkList: [{ networkName: "back" }] }, network, ...objects);
  const networkOf = ({ objects }: ReturnType<typeof run>) => JSON.stringify(objects.vsvip).match(/network\?name=(\w+)/)?.[1];
  const weak = run(namespace(INFRA), shared({}));
  expect([networkOf(weak), weak.said("LB1308").map(({ severity, pointer }) => `${severity} ${pointer}`)]).toEqual([
    "back",
    ["warning /metadata/annotations/ako.vmware.com~1enable-shared-vip"],
  ]);
  const own = run(namespace(INFRA), shared(INFRA));
  expect([networkOf(own), own.said("LB1308")]).toEqual(["front", []]);
  const alone = run(namespace(INFRA), service("web", { type: "LoadBalancer" }));
  expect([networkOf(alone), alone.said("LB1308")]).toEqual(["front", []]);
});

it.each([{}, { shardVSSize: "DEDICATED" }])("with EVH the VIPs of hosts have no BGP labels of the settings: %o", (more) => {
  const lb = service("lb", { type: "LoadBalancer" });
  const world = [service("web"), secret("tls"), ingress("web", "a.avi.internal", { tls: "tls" }), lb];
  const run = (naming: string, ...objects: object[]) =>
    translate({ naming, enableRHI: "true", bgpPeerLabels: ["one"], ...more }, ...world, ...objects);
  const labels = ({ objects }: ReturnType<typeof run>) => objects.vsvip?.map(({ bgp_peer_labels: own }) => own ?? []).sort();
  const evh = run("ako-2-evh", avi());
  expect([labels(evh), evh.said("LB1309").map(({ pointer }) => pointer)]).toEqual([[[], ["one"]], ["/bgpPeerLabels"]]);
  const sni = run("ako-2", avi());
  expect([labels(sni), sni.said("LB1309")]).toEqual([[["one"], ["one"]], []]);
  expect(labels(run("ako-2-evh", avi(parameters), gold({ network: { enableRhi: true } })))).toEqual([["one"], ["one"]]);
  expect(labels(run("ako-2-evh", avi(parameters), gold({ network: { enableRhi: true, bgpPeerLabels: ["two"] } })))).toEqual([
    ["one"],
    ["two"],
  ]);
});
