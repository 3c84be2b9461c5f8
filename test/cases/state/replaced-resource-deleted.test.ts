// `pulumi up --replace` (and a tainted resource) made the new object before it deleted the old one. Both have one name: the create found the
// object by its mark, the delete took it away, and the state showed an object that was gone.
import * as pulumi from "@pulumi/pulumi";
import { expect, test } from "vitest";

test("every resource of ours is deleted before its replacement is made, also when no provider is asked", async () => {
  await pulumi.runtime.setMocks({ call: ({ inputs }) => inputs, newResource: ({ name, inputs }) => ({ id: name, state: inputs }) });
  const { Pool } = await import("../../../sdk/targets/avi/index.js");
  const { LoadBalancer } = await import("../../../sdk/targets/octavia/index.js");
  const owner = "pulumi-k8s-lb:shop/dev/c1";
  const seen: unknown[] = [];
  const transformations: pulumi.ResourceTransformation[] = [
    ({ opts }) => {
      seen.push("deleteBeforeReplace" in opts && opts.deleteBeforeReplace);
      return undefined;
    },
  ];
  new Pool("pool", { owner, pool: { name: "web" } }, { transformations });
  new LoadBalancer("balancer", { owner, loadBalancer: { name: "web" } }, { transformations, deleteBeforeReplace: false });
  expect(seen).toEqual([true, true]);
});
