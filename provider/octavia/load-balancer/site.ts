import type { Context } from "../../lifecycle/kind";
import { connect, type OpenStack } from "../client";
import { waitsOf } from "../write/settings";
import type { Watch } from "../write/settle";

/** Where one resource is worked on. */
export interface Site {
  stack: OpenStack;
  watch: Watch;
  ctx: Context;
}

/** The services, whose errors then name the load balancer they were asked for. */
function named({ octavia, network, keyManager, projectId }: OpenStack, whole: string): OpenStack {
  return { octavia: octavia.of(whole), network: network.of(whole), keyManager: keyManager.of(whole), projectId };
}

export function siteOf(ctx: Context, name: string): Site {
  const stack = named(connect(ctx.config), `LoadBalancer ${name}`);
  return { stack, ctx, watch: { octavia: stack.octavia, waits: waitsOf(ctx.config), name, progress: ctx.progress } };
}
