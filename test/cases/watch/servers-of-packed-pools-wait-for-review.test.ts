import type { PreviewOptions, Stack } from "@pulumi/pulumi/automation";
import { expect, test } from "vitest";
import { pathsWith } from "../../../resources/field-table";
import { LOAD_BALANCER } from "../../../resources/octavia/load-balancer";
import { packed } from "../../../resources/packed";
import { structureIn } from "../../../sdk/watch/evaluate/structure-or-members";
import { programOf } from "../../../sdk/watch/stack/automation";
import type { RegistrationSocket } from "../../../sdk/watch/stack/registration-socket";

// The pools of a load balancer with hosts are one text in the state. A preview that changed their servers alone, a new node, looked like
// a change of structure: it was pending without a cause, for ever, and nothing was recorded in the state.

const CERTAIN = () => undefined;

/** Inputs as the engine has them, with one pool of a host. */
const inputs = (name: string, addresses: readonly string[]) =>
  packed(
    {
      owner: "pulumi-k8s-lb:p/s/main",
      loadBalancer: {
        name: "kube_ingress",
        listeners: [
          { protocol: "HTTP", protocol_port: 80, l7policies: [{ name: "p", action: "REDIRECT_TO_POOL", redirect_pool: { name } }] },
        ],
        pools: [{ name, protocol: "HTTP", members: addresses.map((address) => ({ address, protocol_port: 30080 })) }],
      },
    },
    pathsWith(LOAD_BALANCER.fields, "packed"),
    CERTAIN,
  );

/** The program of a stack whose preview updates the load balancer. */
function previewing(before: object, after: object) {
  const type = "pulumi-nodejs:dynamic/k8s-lb-octavia:LoadBalancer";
  const urn = `urn:pulumi:s::p::k8s-lb:octavia:KubernetesCluster$${type}::kube_ingress`;
  const state = (of: object) => ({ type, urn, id: "lb", inputs: of, outputs: of });
  const event = { op: "update", type, urn, old: state(before), new: state(after) };
  const stack = {
    name: "s",
    workspace: {},
    preview: async ({ onEvent }: PreviewOptions) => onEvent?.({ resourcePreEvent: { metadata: event } } as never),
  };
  return programOf(stack as unknown as Stack, { take: () => [] } as unknown as RegistrationSocket, new AbortController().signal);
}

test("a preview that moves servers of packed pools changes no structure", async () => {
  const program = previewing(inputs("shop", ["10.0.0.21"]), inputs("shop", ["10.0.0.21", "10.0.0.26"]));
  expect(structureIn((await program.preview()).steps)).toEqual([]);
});

test("a preview that changes packed pools otherwise does", async () => {
  const program = previewing(inputs("shop", ["10.0.0.21"]), inputs("cart", ["10.0.0.21"]));
  expect(structureIn((await program.preview()).steps)).toMatchObject([{ op: "update", name: "kube_ingress" }]);
});
