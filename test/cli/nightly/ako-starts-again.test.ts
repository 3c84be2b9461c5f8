import { beforeEach, expect, test } from "vitest";
import { akoDefinitions } from "../../../sdk";
import { akoRun, akoStarts, together } from "../../support/ako-boot";
import { ask, GUIDE, guideProject, type KubectlManifest, migrationWorld, pathOf, shell, writesOf } from "../../support/migration";
import { freshApi, SCOPE } from "../../unit/provider/avi/controller";

// Statuses that AKO wrote, and AKO that is started again over what was taken over: docs/migrate-from-ako.md.

const world = migrationWorld();
const RUN = together(akoRun("r221-sni-hr-01-certificate"), akoRun("r221-sni-l4-01-single"));
const HOSTS = ["Ingress/default/web", "HostRule/default/h", "Service/default/lb"];
const ako = () => akoStarts(world, RUN);

/** Cluster and controller as AKO leaves them. */
beforeEach(async () => {
  const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  for (const definition of akoDefinitions()) await ask(world, "POST", definitions, definition);
  for (const object of RUN.apply) await ask(world, "POST", pathOf(object), object);
  for (const { type, body } of RUN.controller) await freshApi(world.avi).create(type as never, body, SCOPE);
  await ako();
});

const SETTINGS = { ...RUN.settings, naming: "ako-2" };

const pathTo = (name: string): string => {
  const found = RUN.apply.find(({ kind, metadata }) => `${kind}/${metadata.namespace}/${metadata.name}` === name);
  return pathOf(found, found.metadata.name);
};
const objectOf = (name: string): Promise<KubectlManifest> => ask(world, "GET", pathTo(name));

/** Status and managers of it, by object. */
async function statuses(): Promise<Record<string, { status: KubectlManifest; managers: string[] }>> {
  const found = await Promise.all(
    HOSTS.map(async (name) => {
      const { status, metadata } = await objectOf(name);
      const managers = metadata.managedFields
        .filter((one: KubectlManifest) => one.fieldsV1["f:status"])
        .map((one: KubectlManifest) => one.manager);
      return [name, { status, managers }] as const;
    }),
  );
  return Object.fromEntries(found);
}

/** Our program is the one whose fields they are. */
const ours = (all: Awaited<ReturnType<typeof statuses>>) => Object.values(all).every(({ managers }) => managers.includes("pulumi-k8s-lb"));
const words = (all: Awaited<ReturnType<typeof statuses>>) => Object.values(all).map(({ status }) => status);

test("statuses are taken over from AKO as they are; on the way back AKO writes them again", { timeout: 600_000 }, async () => {
  const before = await statuses();
  expect(words(before).slice(1)).toMatchObject([
    { status: "Accepted", error: "" },
    { loadBalancer: { ingress: [{ ip: "10.250.250.11", hostname: "lb.default.avi.internal" }] } },
  ]);
  const lab = guideProject(world, SETTINGS);
  try {
    await shell(lab, GUIDE.ADOPT);
    const taken = await statuses();
    expect([ours(taken), words(taken)]).toEqual([true, words(before)]);
    expect(writesOf(world)).toEqual([]);
    // without the take-over in the program: AKO's fields stay ours, and AKO's annotations are let be
    await shell(lab, "pulumi up --yes && pulumi refresh --yes --expect-no-changes");
    expect((await objectOf("Service/default/lb")).metadata.annotations).toMatchObject({ "ako.vmware.com/tenant-name": "admin" });

    await shell(lab, GUIDE.BACK);
    expect(await ako()).toEqual(["PUT vrfcontext/global"]);
    await ask(world, "PATCH", `${pathTo("Service/default/lb")}/status`, { status: { loadBalancer: null } }, "mallory");
    await ako();
    const back = await statuses();
    expect(words(back)).toEqual(words(before));
    expect(back["Service/default/lb"]?.managers).toEqual(["ako"]);
  } finally {
    lab.dispose();
  }
});

test("AKO that is started over what it made writes its routes under new ids, which changes nothing", { timeout: 600_000 }, async () => {
  const lab = guideProject(world, SETTINGS);
  try {
    await shell(lab, GUIDE.ADOPT);
    expect(await ako()).toEqual(["PUT vrfcontext/global"]);
    await shell(lab, "pulumi refresh --yes --expect-no-changes && pulumi preview --expect-no-changes");
  } finally {
    lab.dispose();
  }
});

const MORE = {
  apiVersion: "networking.k8s.io/v1",
  kind: "Ingress",
  metadata: { name: "more", namespace: "default" },
  spec: {
    ingressClassName: "avi-lb",
    rules: [
      {
        host: "more.avi.internal",
        http: { paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: "web", port: { number: 80 } } } }] },
      },
    ],
  },
};

test("after a change AKO takes VsVips back and is refused the rest; refresh tells, and a run that adopts repairs it", {
  timeout: 600_000,
}, async () => {
  const names = async () => {
    const vip = await freshApi(world.avi).find("vsvip", "my-cluster--Shared-L7-0", SCOPE);
    return ((vip?.dns_info ?? []) as KubectlManifest[]).map(({ fqdn }) => fqdn);
  };
  const lab = guideProject(world, SETTINGS);
  try {
    await shell(lab, GUIDE.ADOPT);
    await ask(world, "POST", pathOf(MORE), MORE);
    await shell(lab, "pulumi up --yes");
    expect(await names()).toContain("more.avi.internal");

    // as an AKO that does not serve the new Ingress
    expect(await ako()).toEqual([
      "PUT vrfcontext/global",
      "PUT vsvip/my-cluster--Shared-L7-0",
      "POST poolgroup/my-cluster--Shared-L7-0 -> 409",
    ]);
    expect(await names()).not.toContain("more.avi.internal");
    expect(await shell(lab, "pulumi refresh --yes")).toMatch(/VsVip my-cluster--Shared-L7-0 was taken over by AKO/);
    await expect(shell(lab, "pulumi up --yes")).rejects.toThrow(
      /LB2004: VsVip my-cluster--Shared-L7-0 .*belonged to this stack and now has the owner mark[\s\S]*`adopt: true` takes it back/,
    );
    await shell(lab, GUIDE.AGAIN);
    expect(await names()).toContain("more.avi.internal");
    await shell(lab, "pulumi up --yes && pulumi preview --expect-no-changes && pulumi destroy --yes");
    for (const type of ["virtualservice", "vsvip", "pool", "poolgroup", "httppolicyset"])
      expect(world.avi.store.list(type).filter(({ name }) => String(name).startsWith("my-cluster--"))).toEqual([]);
  } finally {
    lab.dispose();
  }
});
