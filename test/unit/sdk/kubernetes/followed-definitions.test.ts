import { afterEach, expect, it } from "vitest";
import type { KubernetesObject } from "../../../../provider/kubernetes/types";
import { FollowedCluster } from "../../../../sdk/kubernetes/follow";
import { eventually } from "../../../support/eventually";
import { FakeCluster } from "../../../support/fake-cluster";

let cluster: FollowedCluster | undefined;
afterEach(() => cluster?.close());

it("a followed GatewayClass has the version of the definitions, in lists and events, also after they are replaced", async () => {
  const fake = new FakeCluster();
  let version = "v1.5.0";
  const client = {
    ...fake.client,
    get: async (): Promise<KubernetesObject> => ({
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: "gateways", annotations: { "gateway.networking.k8s.io/bundle-version": version } },
    }),
  };
  const put = (description: string) =>
    fake.put({
      apiVersion: "gateway.networking.k8s.io/v1",
      kind: "GatewayClass",
      metadata: { name: "edge" },
      spec: { controllerName: "a.com/b", description },
    });
  put("one");
  const events: KubernetesObject[] = [];
  const lists: string[] = [];
  const listener = {
    listed: (kind: string) => void lists.push(kind),
    event: (_kind: string, _type: string, object: KubernetesObject) => void events.push(object),
    state: () => undefined,
    outage: () => undefined,
  };
  const followed = await FollowedCluster.begin({ kinds: ["GatewayClass"] }, "routing", () => listener, { client, patience: fake.patience });
  cluster = followed;
  const seen = (at: string, description = "one") => ({
    metadata: { annotations: { "k8s-lb.io/definitions": JSON.stringify({ version: at, missing: [] }) } },
    spec: { description },
  });
  await eventually(() => expect(followed.objects()).toMatchObject([seen("v1.5.0")]));
  await eventually(() => expect(followed.isOpen()).toBe(true));
  put("two");
  await eventually(() => expect(events).toMatchObject([seen("v1.5.0", "two")]));

  lists.length = 0;
  await followed.lookForKinds();
  expect(lists).toEqual([]);
  version = "v1.6.3";
  await followed.lookForKinds();
  expect(lists).toEqual(["GatewayClass"]);
  expect(followed.objects()).toMatchObject([seen("v1.6.3", "two")]);
});
