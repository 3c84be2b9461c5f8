import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { clusterWorld } from "../../sandbox/lib/cluster-world";
import { CONTOUR_CRDS } from "../../sandbox/lib/contour-crds";
import { Resource } from "../../sandbox/lib/engine";
import { type Host, type Props, startHost } from "../../sandbox/lib/host";
import { service } from "../../support/manifests";

// kubernetes:ObjectStatus on the real API server, as a user who may only write statuses.

const world = clusterWorld(CONTOUR_CRDS);
const KIND = "kubernetes:ObjectStatus";
const NONE = { changes: false, replaces: [] };
let host: Host;

beforeAll(async () => {
  await world.api("POST", "/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" } });
  const account = { namespace: "default", name: "writer" };
  const kubeconfig = await world.limited({ target: "avi", writeStatus: true, namespaces: ["shop"], serviceAccount: account });
  host = await startHost({ config: { "kubernetes:kubeconfig": kubeconfig } });
}, 120_000);
afterAll(() => host?.stop());

let counter = 0;
let name: string;
beforeEach(() => {
  name = `web-${++counter}`;
});

const SERVICES = "/api/v1/namespaces/shop/services";
const INGRESS_ROUTES = "/apis/contour.heptio.com/v1beta1/namespaces/shop/ingressroutes";
const create = async (path: string, manifest: object) => expect((await world.api("POST", path, manifest)).status).toBe(201);
const createService = () => create(SERVICES, service(name, [80], "LoadBalancer", "shop"));
const inputs = (ip = "10.0.0.7", more: Props = {}): Props => ({
  apiVersion: "v1",
  kind: "Service",
  namespace: "shop",
  name,
  status: { loadBalancer: { ingress: [{ ip }] } },
  ...more,
});
const live = async (path = SERVICES) => (await world.api("GET", `${path}/${name}`)).body;
const ingressOf = async () => (await live()).status.loadBalancer.ingress;
/** Somebody else's hand, under a name of its own. */
const byHand = (body: object, { path = SERVICES, below = "/status", manager = "mallory" } = {}) =>
  world.api("PATCH", `${path}/${name}${below}?fieldManager=${manager}`, body, "application/merge-patch+json");

describe("the status of a Service", () => {
  test("is written, and nothing else of it; the preview after is empty, and so is one after a refresh", async () => {
    await createService();
    const before = await live();
    const resource = new Resource(host, KIND);
    expect(await resource.up(inputs())).toBe("created");
    expect(resource.state?.id).toBe(`Service/shop/${name}`);
    const after = await live();
    expect(after.status.loadBalancer.ingress).toEqual([{ ip: "10.0.0.7", ipMode: "VIP" }]);
    expect(after.spec).toEqual(before.spec);
    const [ours] = after.metadata.managedFields.filter(({ manager }: Props) => manager === "pulumi-k8s-lb");
    expect(ours).toMatchObject({
      operation: "Apply",
      subresource: "status",
      fieldsV1: { "f:status": { "f:loadBalancer": { "f:ingress": {} } } },
    });
    expect(await resource.preview(inputs())).toEqual(NONE);
    expect(await resource.refresh()).toBe(true);
    expect(await resource.preview(inputs())).toEqual(NONE);
  });

  test("follows the address, is repaired, and goes with the resource", async () => {
    await createService();
    const resource = new Resource(host, KIND);
    await resource.up(inputs());
    expect(await resource.up(inputs("10.0.0.8"))).toBe("updated");
    expect(await ingressOf()).toMatchObject([{ ip: "10.0.0.8" }]);

    await byHand({ status: { loadBalancer: { ingress: [{ ip: "10.9.9.9" }] } } }, { manager: "pulumi-k8s-lb" });
    await resource.refresh();
    expect(resource.state?.inputs.status).toEqual({ loadBalancer: { ingress: [{ ip: "10.9.9.9" }] } });
    expect((await resource.preview(inputs("10.0.0.8"))).changes).toBe(true);

    await byHand({ status: { loadBalancer: null } });
    await resource.refresh();
    expect(resource.state?.inputs.status).toEqual({ loadBalancer: {} });
    await resource.up(inputs("10.0.0.8"));
    expect(await ingressOf()).toMatchObject([{ ip: "10.0.0.8" }]);

    await resource.destroy();
    expect(await ingressOf()).toBeUndefined();
    expect((await live()).metadata.managedFields.some(({ manager }: Props) => manager === "pulumi-k8s-lb")).toBe(false);
  });

  test("that another writes is left to it, by name, until force says otherwise", async () => {
    await createService();
    await byHand({ status: { loadBalancer: { ingress: [{ ip: "10.1.1.1" }] } } }, { manager: "other-controller" });
    const resource = new Resource(host, KIND);
    await expect(resource.up(inputs())).rejects.toThrow(
      /LB2130: Service shop\/web-\d+: others write \.status\.loadBalancer\.ingress \(owned by "other-controller".*\)\n.*force: true/s,
    );
    expect(resource.state).toBeUndefined();
    expect(await ingressOf()).toMatchObject([{ ip: "10.1.1.1" }]);
    await resource.up(inputs("10.0.0.7", { force: true }));
    expect(await ingressOf()).toMatchObject([{ ip: "10.0.0.7" }]);
  });

  test("that another component of ours writes is left to it too, unless both say the same", async () => {
    await createService();
    const [one, two] = [new Resource(host, KIND), new Resource(host, KIND)];
    await one.up(inputs());
    await expect(two.up(inputs("10.0.0.9"))).rejects.toThrow(/LB2130: .*another component or stack writes \.status\.loadBalancer already/);
    expect(await ingressOf()).toMatchObject([{ ip: "10.0.0.7" }]);
    // A run that was cut off after its write finds its own words.
    expect(await two.up(inputs())).toBe("created");
    const three = new Resource(host, KIND);
    await three.up(inputs("10.0.0.9", { force: true }));
    expect(await ingressOf()).toMatchObject([{ ip: "10.0.0.9" }]);
  });

  test("of an object that is not there is an error; one that goes takes the resource with it", async () => {
    const resource = new Resource(host, KIND);
    await expect(resource.up(inputs())).rejects.toThrow(/LB2105: Service shop\/web-\d+: there is no such object/);
    await createService();
    await resource.up(inputs());
    await world.api("DELETE", `${SERVICES}/${name}`);
    await resource.destroy();
    expect((await world.api("GET", `${SERVICES}/${name}`)).status).toBe(404);
    await createService();
    await resource.up(inputs());
    await world.api("DELETE", `${SERVICES}/${name}`);
    expect(await resource.refresh()).toBe(false);
  });

  test("of an object that was created again is written again", async () => {
    await createService();
    const resource = new Resource(host, KIND);
    await resource.up(inputs());
    await world.api("DELETE", `${SERVICES}/${name}`);
    await createService();
    await resource.refresh();
    expect(await resource.up(inputs())).toBe("updated");
    expect(await ingressOf()).toMatchObject([{ ip: "10.0.0.7" }]);
  });

  test("another object is another resource, another version of the API is not", async () => {
    await createService();
    const resource = new Resource(host, KIND);
    await resource.up(inputs());
    expect(await resource.preview({ ...inputs(), name: "other" })).toMatchObject({ replaces: ["name"] });
    expect(await resource.preview({ ...inputs(), apiVersion: "v2" })).toEqual(NONE);
  });
});

describe("an IngressRoute", () => {
  const messages = (description: string): Props => ({
    apiVersion: "contour.heptio.com/v1beta1",
    kind: "IngressRoute",
    namespace: "shop",
    name,
    status: { currentStatus: "valid", description },
  });
  const make = () =>
    create(INGRESS_ROUTES, {
      apiVersion: "contour.heptio.com/v1beta1",
      kind: "IngressRoute",
      metadata: { name },
      spec: { virtualhost: { fqdn: "a.com" }, routes: [{ match: "/" }] },
    });

  test("whose definition has no status subresource gets its status all the same", async () => {
    await make();
    const resource = new Resource(host, KIND);
    await resource.up(messages("valid IngressRoute"));
    expect(await live(INGRESS_ROUTES)).toMatchObject({
      spec: { virtualhost: { fqdn: "a.com" }, routes: [{ match: "/" }] },
      status: { currentStatus: "valid", description: "valid IngressRoute" },
    });
    await resource.refresh();
    expect(await resource.preview(messages("valid IngressRoute"))).toEqual(NONE);
    await resource.destroy();
    expect((await live(INGRESS_ROUTES)).status).toBeUndefined();
  });

  test("never comes into being by a status", async () => {
    const resource = new Resource(host, KIND);
    await make();
    await resource.up(messages("valid IngressRoute"));
    await world.api("DELETE", `${INGRESS_ROUTES}/${name}`);
    await expect(resource.up(messages("other"))).rejects.toThrow("LB2105");
    await resource.destroy();
    expect((await world.api("GET", `${INGRESS_ROUTES}/${name}`)).status).toBe(404);
  });
});

test("annotations stand beside those of others", async () => {
  const account = { namespace: "default", name: "pods" };
  const kubeconfig = await world.limited({ target: "mizar", writeStatus: true, serviceAccount: account });
  const mizar = await startHost({ config: { "kubernetes:kubeconfig": kubeconfig } });
  try {
    const pods = "/api/v1/namespaces/shop/pods";
    const spec = { containers: [{ name: "c", image: "i" }] };
    await create(pods, { apiVersion: "v1", kind: "Pod", metadata: { name, annotations: { theirs: "1" } }, spec });
    const expected = (annotations: Props): Props => ({ apiVersion: "v1", kind: "Pod", namespace: "shop", name, annotations });
    const resource = new Resource(mizar, KIND);
    await resource.up(expected({ "arktos.futurewei.com/network-readiness": "true", second: "2" }));
    expect((await live(pods)).metadata.annotations).toEqual({ theirs: "1", "arktos.futurewei.com/network-readiness": "true", second: "2" });
    await resource.up(expected({ "arktos.futurewei.com/network-readiness": "true" }));
    expect((await live(pods)).metadata.annotations).toEqual({ theirs: "1", "arktos.futurewei.com/network-readiness": "true" });
    await resource.destroy();
    expect((await live(pods)).metadata.annotations).toEqual({ theirs: "1" });
  } finally {
    mizar.stop();
  }
});

test("inputs that can never work fail at preview", async () => {
  const resource = new Resource(host, KIND);
  await expect(resource.up({ apiVersion: "v1", kind: "Service", name })).rejects.toThrow("there is nothing to write");
  await expect(resource.up({ ...inputs(), kind: "" })).rejects.toThrow("LB2016: kind: is missing");
  await expect(resource.up({ ...inputs(), kind: "Gadget" })).rejects.toThrow("LB2113: Gadget");
});
