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

export function siteOf(ctx: Context, name: string): Site {
  const stack = connect(ctx.config);
  return { stack, ctx, watch: { octavia: stack.octavia, waits: waitsOf(ctx.config), name, progress: ctx.progress } };
}
