// Lists objects of an OpenStack project by owner mark and by name.

import { isObject, type JsonObject } from "../lifecycle/bodies/json";
import type { ConfigSource } from "../lifecycle/handler";
import type { ListQueries, ListQuery } from "../lifecycle/preview/existing-objects";
import type { Found, Marked } from "../orphans/marked";
import { connect, type OpenStack } from "./client";
import { failedBecause, isMissingService } from "./client/errors";
import type { OpenStackRestClient } from "./client/rest";
import { leakedVipPorts, vipPortWords } from "./load-balancer/create";
import { objects, texts } from "./tree/compare";
import { isMarked, marksOf, ORPHANED_TAG } from "./tree/marks";

/** One kind of object, and how to list those of a project. */
interface MarkedKind {
  type: string;
  list(stack: OpenStack, project_id: string): Promise<JsonObject[]>;
}

const lbaas = (type: string, key: string): MarkedKind => ({
  type,
  list: ({ octavia }, project_id) => octavia.list(`/v2/lbaas/${key}`, key, { project_id }),
});

const neutron = (type: string, path: string, key: string): MarkedKind => ({
  type,
  list: ({ network }, project_id) => network.list(`/v2.0/${path}`, key, { project_id }),
});

/** Listeners and pools count where they stand in a load balancer of others; what a load balancer has made in itself goes with it. */
const LISTED: readonly MarkedKind[] = [
  lbaas("LoadBalancer", "loadbalancers"),
  lbaas("Listener", "listeners"),
  lbaas("Pool", "pools"),
  neutron("FloatingIP", "floatingips", "floatingips"),
  neutron("SecurityGroup", "security-groups", "security_groups"),
];

/**
 * Everything of the project that carries our mark, in Octavia, Neutron and Barbican, and VIP ports that lost their load balancer; with
 * `mark` what carries that one, as a tag or described.
 */
export async function findMarked(config: ConfigSource, mark?: string): Promise<Found> {
  const stack = connect(config);
  const project = await stack.projectId();
  const listing = Promise.all(LISTED.map(({ type, list }) => looked(`${type}s`, () => list(stack, project))));
  if (mark !== undefined) {
    const lists = await listing;
    const objectsOfMark = lists.flatMap(({ list }, index) => list.flatMap((object) => marked(LISTED[index]?.type ?? "", object, mark)));
    return { marked: objectsOfMark, notes: lists.flatMap(({ note }) => note ?? []) };
  }
  const [lookedLists, certificates, ports] = await Promise.all([
    listing,
    looked("Certificates", () => markedCertificates(stack.keyManager)),
    looked("VIP ports", () => leakedVipPorts(stack, project)),
  ]);
  const [loadBalancers] = lookedLists;
  const serving = (loadBalancers?.list ?? []).filter(
    (one) => texts(one.tags).includes(ORPHANED_TAG) && objects(one.listeners).concat(objects(one.pools)).length > 0,
  );
  const marks = lookedLists.flatMap(({ list }, index) =>
    list.filter((object) => !isUsed(object, serving)).flatMap((object) => marked(LISTED[index]?.type ?? "", object)),
  );
  const notes = [...lookedLists, certificates, ports].flatMap(({ note }) => note ?? []);
  return {
    marked: [...marks, ...certificates.list, ...ports.list.map(leaked)],
    notes: [...notes, ...serving.map(servingNote)],
  };
}

/** True for a load balancer that was left to guests and still has some, and for what leads to it. */
function isUsed(object: JsonObject, serving: readonly JsonObject[]): boolean {
  return serving.some(
    ({ id, vip_port_id, vip_sg_ids }) =>
      object.id === id || (vip_port_id && object.port_id === vip_port_id) || texts(vip_sg_ids).includes(String(object.id)),
  );
}

function servingNote({ name, id }: JsonObject): string {
  return `load balancer ${String(name)} (${String(id)}) lost its own resource and still serves others: it is listed when they have gone`;
}

/** Load balancers, and the listeners in those of others, by the names that inventories have for them. */
export const listQueries: ListQueries = (config, { names, tenant }) => {
  const stack = connect(config);
  const looks = ["loadbalancers", "listeners"].flatMap((key): ListQuery[] => {
    const namesOfType = names.filter((name) => name.startsWith(`${key}/`));
    if (namesOfType.length === 0) return [];
    const take = async () => {
      const project_id = (tenant ?? (await stack.projectId())) || undefined;
      const objectsOfProject = await stack.octavia.list(`/v2/lbaas/${key}`, key, { project_id });
      // One that was left to its guests has no owner: its resource may come back.
      const existing = objectsOfProject.filter((one) => isThere(one) && !texts(one.tags).includes(ORPHANED_TAG));
      return existing.flatMap((object) => marksOf(object).map((owner) => ({ name: `${key}/${String(object.name)}`, owner })));
    };
    return [{ key: JSON.stringify([key, tenant]), names: namesOfType, take }];
  });
  return { at: stack, queries: looks };
};

const isThere = ({ provisioning_status }: JsonObject) => provisioning_status !== "DELETED";

function marked(type: string, object: JsonObject, mark?: string): Marked[] {
  const [owner] = mark === undefined ? marksOf(object) : isMarked(object, mark) ? [mark] : [];
  if (owner === undefined || !isThere(object)) return [];
  return [{ type, name: String(object.name ?? object.floating_ip_address ?? ""), id: String(object.id), owner, ...changedAt(object) }];
}

function leaked(port: JsonObject): Marked {
  return { type: "Port", name: `${String(port.name)}, ${vipPortWords(port)}`, id: String(port.id), owner: "", ...changedAt(port) };
}

function changedAt(object: JsonObject): { changed?: string } {
  const changed = object.updated_at ?? object.created_at;
  return typeof changed === "string" ? { changed } : {};
}

/** Not every cloud has every service, and not every user may look into each: that does not hide the rest. */
async function looked<T>(what: string, find: () => Promise<T[]>): Promise<{ list: T[]; note?: string }> {
  try {
    return { list: await find() };
  } catch (error) {
    if (!isMissingService(error) && !failedBecause(error, "forbidden", "not-implemented")) throw error;
    return { list: [], note: `${what} could not be listed: ${error.message.split("\n")[0]}` };
  }
}

/** Barbican has no place for a mark; the names we give end in a fingerprint of the contents, those of the parts in its role too. */
const CONTAINER = /^.+\/.+\/.+-[0-9a-f]{12}$/;
const PART = /^(.+\/.+\/.+-[0-9a-f]{12}):(certificate|private_key|intermediates)$/;
const AUTHORITY = /^.+\/authority-[0-9a-f]{12}$/;

/** Certificates by the form of their names, authorities, and parts of certificates that never became one. */
async function markedCertificates(barbican: OpenStackRestClient): Promise<Marked[]> {
  const [containers, secrets] = await Promise.all([barbican.list("/v1/containers", "containers"), barbican.list("/v1/secrets", "secrets")]);
  const used = new Set(containers.flatMap(partsOf));
  const parts = secrets.filter(({ name, secret_ref }) => PART.test(String(name)) && !used.has(idIn(secret_ref)));
  const authorities = secrets.filter(({ name }) => AUTHORITY.test(String(name)));
  return [
    ...containers
      .filter(({ type, name }) => type === "certificate" && CONTAINER.test(String(name)))
      .map((container) => certificateEntry("Certificate", container)),
    ...[...authorities, ...parts].map((one) => certificateEntry("Secret", one)),
  ];
}

function certificateEntry(type: string, object: JsonObject): Marked {
  const changed = typeof object.updated === "string" ? { changed: object.updated } : {};
  return { type, name: String(object.name), id: idIn(object.container_ref ?? object.secret_ref), owner: "", ...changed };
}

function partsOf({ secret_refs }: JsonObject): string[] {
  return (Array.isArray(secret_refs) ? secret_refs : []).filter(isObject).map((one) => idIn(one.secret_ref));
}

/** The id at the end of a reference; its host is the name the service knows itself by. */
function idIn(reference: unknown): string {
  return String(reference).replace(/\/+$/, "").split("/").at(-1) ?? "";
}
