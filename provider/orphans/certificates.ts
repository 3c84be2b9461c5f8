import type { JsonObject } from "../lifecycle/json";
import { isObject } from "../lifecycle/json";
import type { RestClient } from "../octavia/client/rest";
import type { Marked } from "./index";

/** Barbican has no place for a mark; the names we give end in a fingerprint of the contents, those of the parts in its role too. */
const CONTAINER = /^.+\/.+\/.+-[0-9a-f]{12}$/;
const PART = /^(.+\/.+\/.+-[0-9a-f]{12}):(certificate|private_key|intermediates)$/;

/** Certificates by the form of their names, and parts of certificates that never became one. */
export async function markedCertificates(barbican: RestClient): Promise<Marked[]> {
  const [containers, secrets] = await Promise.all([barbican.list("/v1/containers", "containers"), barbican.list("/v1/secrets", "secrets")]);
  const used = new Set(containers.flatMap(partsOf));
  const parts = secrets.filter(({ name, secret_ref }) => PART.test(String(name)) && !used.has(idIn(secret_ref)));
  return [
    ...containers
      .filter(({ type, name }) => type === "certificate" && CONTAINER.test(String(name)))
      .map((one) => entry("Certificate", one)),
    ...parts.map((one) => entry("Secret", one)),
  ];
}

function entry(type: string, object: JsonObject): Marked {
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
