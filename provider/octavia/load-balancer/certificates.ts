// Certificates of listeners, stored in Barbican.

import type { TlsSecret } from "../../../resources/octavia/types";
import type { JsonObject } from "../../lifecycle/bodies/json";
import type { OpenStack } from "../client";
import { LBAAS } from "../client";
import { failedBecause } from "../client/errors";
import type { OpenStackRestClient } from "../client/rest";
import { inTurn } from "../lock";
import { objects, textIn } from "../tree/compare";
import type { CertificateRefs } from "../tree/desired";

const CONTAINERS = "/v1/containers";
const SECRETS = "/v1/secrets";

/** Parts of a container, by the names Octavia asks for. */
const PARTS = ["certificate", "private_key", "intermediates"] as const;

const secretName = (name: string, part: (typeof PARTS)[number]): string => `${name}:${part}`;

/** Certificate without a key: an authority, which Octavia reads from a secret. Certificates with a key are containers. */
const isAuthority = ({ key }: Pick<TlsSecret, "key">): boolean => !key;

/**
 * Puts certificates into Barbican and returns their references. Names hold a fingerprint of the contents: one that exists under the
 * name is the same certificate, and nothing is ever changed in place.
 */
export async function storeCertificates(barbican: OpenStackRestClient, secrets: readonly TlsSecret[]): Promise<CertificateRefs> {
  const stored = secrets.map(
    async (secret) => [secret.name, await inTurn(`certificate ${secret.name}`, () => store(barbican, secret))] as const,
  );
  return Object.fromEntries(await Promise.all(stored));
}

/** References of the certificates that are stored already; for the others a reference that nothing has. */
export async function knownCertificates(
  barbican: OpenStackRestClient,
  secrets: readonly Pick<TlsSecret, "name" | "key">[],
): Promise<CertificateRefs> {
  const refs = secrets.map(async (secret) => {
    const { name } = secret;
    const ref = isAuthority(secret) ? await secretRef(barbican, name) : await containerRef(barbican, name);
    return [name, ref ?? `new:${name}`] as const;
  });
  return Object.fromEntries(await Promise.all(refs));
}

/** The references whose certificate still exists. */
export async function storedCertificates(barbican: OpenStackRestClient, refs: CertificateRefs): Promise<CertificateRefs> {
  const entries = Object.entries(refs).map(async ([name, ref]) => ((await isStored(barbican, name, ref)) ? [[name, ref]] : []));
  return Object.fromEntries((await Promise.all(entries)).flat());
}

/**
 * Deletes certificates that no load balancer of the project uses any more, and names those that stay: one name, one content, so
 * that several resources may well use the same.
 */
export async function deleteCertificates({ octavia, keyManager }: OpenStack, refs: CertificateRefs): Promise<string[]> {
  if (Object.keys(refs).length === 0) return [];
  const users = await Promise.all([octavia.list(`${LBAAS}/listeners`, "listeners"), octavia.list(`${LBAAS}/pools`, "pools")]);
  const used = JSON.stringify(users);
  const kept = Object.entries(refs).map(async ([name, ref]) => {
    if (used.includes(idIn(ref))) return [name];
    await remove(keyManager, name, ref);
    return [];
  });
  return (await Promise.all(kept)).flat();
}

async function store(barbican: OpenStackRestClient, secret: TlsSecret): Promise<string> {
  const { name, certificate, key = "" } = secret;
  if (isAuthority(secret)) return storePart(barbican, name, "certificate", certificate);
  const ref = await containerRef(barbican, name);
  if (ref !== undefined) return ref;
  const [leaf = "", ...chain] = certificate.match(/-----BEGIN [^-]+-----[\s\S]*?-----END [^-]+-----/g) ?? [certificate];
  // Each part with the type that Barbican files it under.
  const contents = {
    certificate: { type: "certificate", payload: leaf },
    private_key: { type: "private", payload: key },
    intermediates: { type: "certificate", payload: chain.join("\n") },
  };
  const secret_refs: JsonObject[] = [];
  for (const part of PARTS) {
    const { type, payload } = contents[part];
    if (payload !== "") secret_refs.push({ name: part, secret_ref: await storePart(barbican, secretName(name, part), type, payload) });
  }
  const made = await barbican.about(`certificate ${name}`).post(CONTAINERS, { type: "certificate", name, secret_refs });
  return textIn(made.container_ref);
}

/** One left by a run that was cut off is taken. */
async function storePart(barbican: OpenStackRestClient, name: string, secret_type: string, payload: string): Promise<string> {
  const ref = await secretRef(barbican, name);
  if (ref !== undefined) return ref;
  const body = { name, secret_type, payload, payload_content_type: "text/plain" };
  const made = await barbican.about(`certificate ${name}`).post(SECRETS, body);
  return textIn(made.secret_ref);
}

async function containerRef(barbican: OpenStackRestClient, name: string): Promise<string | undefined> {
  const existing = (await barbican.list(CONTAINERS, "containers", { name })).find((one) => one.name === name);
  return existing && textIn(existing.container_ref);
}

async function secretRef(barbican: OpenStackRestClient, name: string): Promise<string | undefined> {
  const existing = (await barbican.list(SECRETS, "secrets", { name })).find((one) => one.name === name && one.status === "ACTIVE");
  return existing && textIn(existing.secret_ref);
}

const isSecret = (ref: string): boolean => ref.includes(`${SECRETS}/`);

/** A secret is looked for in the list: reading one takes more rights. */
async function isStored(barbican: OpenStackRestClient, name: string, ref: string): Promise<boolean> {
  if (!isSecret(ref)) return (await container(barbican, ref)) !== undefined;
  const storedRef = await secretRef(barbican, name);
  return storedRef !== undefined && idIn(storedRef) === idIn(ref);
}

/** The container goes first: no one may take one that lacks its secrets. */
async function remove(barbican: OpenStackRestClient, name: string, ref: string): Promise<void> {
  if (isSecret(ref)) return barbican.delete(`${SECRETS}/${idIn(ref)}`);
  const live = await container(barbican, ref);
  const secrets = live ? objects(live.secret_refs) : await leftSecrets(barbican, name);
  if (live) await barbican.delete(`${CONTAINERS}/${idIn(ref)}`);
  for (const { secret_ref } of secrets) await barbican.delete(`${SECRETS}/${idIn(textIn(secret_ref))}`);
}

/** Secrets of a container that a run that was cut off has left: known by name, unless another container has taken them up since. */
async function leftSecrets(barbican: OpenStackRestClient, name: string): Promise<JsonObject[]> {
  const taken = (await barbican.list(CONTAINERS, "containers", { name })).some((one) => one.name === name);
  if (taken) return [];
  const parts = PARTS.map(async (part) =>
    (await barbican.list(SECRETS, "secrets", { name: secretName(name, part) })).filter((one) => one.name === secretName(name, part)),
  );
  return (await Promise.all(parts)).flat();
}

async function container(barbican: OpenStackRestClient, ref: string): Promise<JsonObject | undefined> {
  try {
    return await barbican.get(`${CONTAINERS}/${idIn(ref)}`);
  } catch (error) {
    if (failedBecause(error, "not-found")) return undefined;
    throw error;
  }
}

/** References are addresses as the service sees itself; how we reach it may differ, the id does not. */
function idIn(ref: string): string {
  return ref.replace(/\/+$/, "").split("/").at(-1) ?? "";
}
