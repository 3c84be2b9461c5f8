// A refresh of many objects of Mizar shares one list, which a write drops.
import { expect, test } from "vitest";
import { eventually } from "../support/eventually";
import { Resource } from "./lib/engine";
import { fresh, OWNER } from "./lib/mizar-samples";
import { mizarWorld, pathOf } from "./lib/mizar-world";

const world = mizarWorld({ MIZAR_LIST_CACHE: "5000" });

const vpcs = (count: number) =>
  Array.from({ length: count }, () => ({ owner: OWNER, metadata: { name: fresh("vpc") }, spec: { ip: "10.10.0.0", prefix: 16 } }));

test("the reads of one refresh share one list; what is not in it is asked for by name", async () => {
  const made = await Promise.all(
    vpcs(6).map(async (inputs) => {
      const resource = new Resource(world.host, "mizar:Vpc");
      await resource.up(inputs);
      return { inputs, resource };
    }),
  );
  const [unlabelled, gone] = made.map(({ inputs }) => inputs.metadata.name);
  await world.api("PATCH", pathOf("Vpc", unlabelled), { metadata: { labels: { "app.kubernetes.io/managed-by": null } } });
  await world.api("DELETE", pathOf("Vpc", gone));
  // the operator lets the object go once it has reacted
  await eventually(async () =>
    expect(JSON.stringify(await world.api("GET", "/apis/mizar.com/v1/namespaces/default/vpcs"))).not.toContain(`"${gone}"`),
  );
  world.proxy.calls.splice(0);
  const found = await Promise.all(made.map(({ resource }) => resource.refresh()));
  expect(found).toEqual([true, false, true, true, true, true]);
  const [lists, single] = [/vpcs\?/, /vpcs\/vpc-/].map((form) => world.proxy.calls.filter(({ path }) => form.test(path)));
  expect(lists).toHaveLength(1);
  expect(single?.map(({ path }) => path.split("/").at(-1)).sort()).toEqual([unlabelled, gone].sort());
  expect(world.proxy.calls.every(({ method }) => method === "GET")).toBe(true);
});

test("a write drops the list", async () => {
  const [one, two, three] = vpcs(3);
  const resources = await Promise.all(
    [one, two, three].map(async (inputs) => {
      const resource = new Resource(world.host, "mizar:Vpc");
      await resource.up(inputs as object as { [key: string]: unknown });
      return resource;
    }),
  );
  await Promise.all(resources.map((resource) => resource.refresh()));
  const changed = { ...one, metadata: { ...one?.metadata, labels: { team: "b" } } };
  await resources[0]?.up(changed);
  await Promise.all(resources.map((resource) => resource.refresh()));
  expect(resources[0]?.state?.inputs).toMatchObject(changed);
});
