// Moves the hosts of SNI children between parents: a parent refuses a second child with the same host.

import { createHash } from "node:crypto";
import { describe, parseReference } from "../../resources/avi/body";
import type { AviKind } from "../../resources/avi/kind";
import { LbError } from "../../resources/diagnostic";
import { isOfAnotherRun } from "../lifecycle/ownership";
import { sleep } from "../lifecycle/wait";
import { ReadAgain } from "./client/api";
import { isInCloud } from "./client/shared-reads";
import { type AviJob, type DeclaredObject, markOf, scopeOf, tenantOf } from "./objects";

/** Name of a parent with SNI, and the hosts that one child has below it. */
interface SniChild {
  parent: string;
  hosts: string[];
}

/** Undefined for objects that are not SNI children: several EVH children may have the same host. */
function childOf(body: { readonly [field: string]: unknown }): SniChild | undefined {
  const { vh_parent_vs_ref: current, vh_parent_vs_uuid: older, vh_domain_name: names } = body;
  const reference = current ?? older;
  const parent = typeof reference === "string" ? parseReference(reference)?.name : undefined;
  if (!parent || !Array.isArray(names)) return undefined;
  return { parent, hosts: names.filter((name) => typeof name === "string").map((name) => name.toLowerCase()) };
}

/** The hosts of a child, as parts of the program: a parent takes each from one child only. */
export function hostPartsOf(kind: AviKind, objects: readonly DeclaredObject[], { body }: DeclaredObject): string[] {
  const { parent, hosts } = childOf(body) ?? { hosts: [] };
  const cloud = parseReference(body.cloud_ref)?.name ?? "";
  return hosts.map((host) => `${tenantOf(kind, objects) ?? ""}/${cloud}/host/${parent}/${host}`);
}

/**
 * Sends the write of a child. A controller refuses it as long as another child of the same parent has one of its hosts: that of an Ingress
 * that was renamed, or of another `l7ShardingScheme`. Pulumi deletes what goes at the very end, so the other child lets go of the host
 * here, when it has our mark and nothing in the program declares the host but this child.
 *
 * @param hosts its hosts, as {@link hostPartsOf} gives them
 */
export async function withHosts<T>(job: AviJob, object: DeclaredObject, hosts: readonly string[], send: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round++) {
    try {
      return await send();
    } catch (error) {
      const isRefused = error instanceof LbError && error.code === "LB2008";
      if (!isRefused || round === MAX_ROUNDS || hosts.some((part) => job.ctx.isDeclaredElsewhere?.(part))) throw error;
      if (!(await takeHosts(job, object))) throw error;
    }
  }
}

/** Number of times that a write is sent while several children take hosts from one. */
const MAX_ROUNDS = 6;

/** True when another child of ours had some of the hosts: it no longer has them, or was changed meanwhile and is worth another look. */
async function takeHosts(job: AviJob, object: DeclaredObject): Promise<boolean> {
  const desired = childOf(object.body);
  const { owner } = job.ownership;
  if (!desired || !owner) return false;
  const { api, ctx } = job;
  const scope = scopeOf(job, object);
  const query = `page_size=100&include_name=true&created_by=${encodeURIComponent(owner)}`;
  const all = await api.list(object.type, query, scope.tenant, describe(object.type, object.name));
  let taken = false;
  const others = all.filter(
    (child) =>
      child.name !== object.name &&
      markOf(object.type, child) === owner &&
      // another run of the same name serves the host: the refusal stays
      !isOfAnotherRun({ nonce: api.nonceOf(child.uuid), known: false }, job.ownership) &&
      isInCloud(child, object.type, scope),
  );
  for (const other of others) {
    const { parent, hosts } = childOf(other) ?? { hosts: [] };
    const movedHosts = hosts.filter((host) => desired.hosts.includes(host));
    if (parent !== desired.parent || movedHosts.length === 0) continue;
    const rest = hosts.filter((host) => !movedHosts.includes(host));
    taken = true;
    try {
      await api.replace(object.type, other.uuid, { ...other, vh_domain_name: rest.length > 0 ? rest : [unusedHost(other)] }, scope);
    } catch (error) {
      if (!(error instanceof ReadAgain)) throw error;
      await sleep(api.session.settings.retryDelayMs * Math.random());
      continue;
    }
    ctx.notice(
      `${describe(object.type, other.name)} lets go of ${movedHosts.join(", ")}: ${describe(object.type, object.name)} has it now`,
    );
  }
  return taken;
}

/**
 * The host of a child that has given away all of its own. A child needs one, and deleting the child is up to its own resource: it may be kept
 * on purpose, or be in another state. No client asks for a name below `.invalid` (RFC 6761), and two children of a parent differ in theirs.
 */
const unusedHost = ({ name }: { name: string }) => `${createHash("sha256").update(name).digest("hex").slice(0, 16)}.invalid`;
