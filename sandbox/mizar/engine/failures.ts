import { ConnectionLost, Refusal } from "../api/client";
import type { KubeObject } from "../api/kinds";
import { apiVersionOf, RESOURCES } from "../api/kinds";
import type { World } from "../api/world";

/** Trouble of the server or on the way to it says nothing about the object; neither does it that somebody else wrote first. */
export const isTrouble = (error: unknown): boolean =>
  error instanceof Refusal ? [409, 429].includes(error.status) || error.status >= 500 : error instanceof ConnectionLost;

/** The operator tries again later; kopf's TemporaryError. */
export class TemporaryFailure extends Error {}

/** The operator gives up until the object changes; kopf's PermanentError. */
export class PermanentFailure extends Error {}

/** As the operator writes it into logs, events and annotations: an error nobody expected is permanent too. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof TemporaryFailure) return `Temporary Error: ${text}`;
  if (error instanceof PermanentFailure) return `Permanent Error: ${text}`;
  return `Unknown Error: ${text}`;
}

/** Says what went wrong where people look for it: in an Event of the object, once per message. */
export class Reporter {
  private readonly said = new Map<string, Set<string>>();
  private count = 0;

  constructor(
    private readonly world: Pick<World, "act">,
    private readonly component: string,
  ) {}

  /** A server that takes no Events is none the worse for it. */
  async report(object: KubeObject, message: string, type = "Error", reason = "Logging"): Promise<void> {
    const { kind, metadata } = object;
    const uid = metadata.uid ?? "";
    const said = this.said.get(uid) ?? new Set();
    if (said.has(message)) return;
    this.said.set(uid, said.add(message));
    const { name, tenant } = metadata;
    const namespace = metadata.namespace ?? "default";
    const now = new Date().toISOString().replace(/\.\d+Z$/, "Z");
    this.count++;
    const event = {
      kind: "Event" as const,
      metadata: { name: `${name}.${Date.now().toString(16)}${this.count.toString(16)}`, namespace, ...(tenant ? { tenant } : {}) },
      involvedObject: { apiVersion: apiVersionOf(RESOURCES[kind]), kind, name, namespace, uid },
      ...{ type, reason, message: message.slice(0, 1024), source: { component: this.component } },
      ...{ firstTimestamp: now, lastTimestamp: now, count: 1 },
    };
    await this.world.act({ create: event, unlessThere: true }).catch(() => {});
  }

  forget(uid: string): void {
    this.said.delete(uid);
  }
}
