// Reads the bodies that decide which answer a client gets, for reviews of the live state.

import type { AviType } from "../../resources/avi/body";
import { parseReference } from "../../resources/avi/body";
import type { Json } from "../../resources/kind";
import type { LiveBodies } from "../back-end";
import type { PlannedResource } from "../lifecycle/adoption";
import { isObject } from "../lifecycle/bodies/json";
import type { ConfigSource } from "../lifecycle/handler";
import { apiFor } from "./client/api";

/** Types that decide what a client gets. */
const TYPES = [
  "virtualservice",
  "vsvip",
  "httppolicyset",
  "l4policyset",
  "vsdatascriptset",
  "poolgroup",
  "pool",
  "sslkeyandcertificate",
] as const satisfies readonly AviType[];

/** Everything of these types that the tenant of a plan has, references with their names: what others added to objects of the plan is in it. */
export async function liveBodies(config: ConfigSource, planned: readonly PlannedResource[]): Promise<LiveBodies> {
  const api = apiFor(config);
  const tenant = tenantIn(planned) ?? api.session.settings.tenant;
  const lists = TYPES.map(async (type) => {
    const objects = await api.list(type, "page_size=100&include_name=true", tenant, `list of ${type}`);
    // what an answer has of a private key is of no account here
    return [type, type === "sslkeyandcertificate" ? objects.map(({ key: _, key_passphrase: __, ...body }) => body) : objects] as const;
  });
  return Object.fromEntries(await Promise.all(lists));
}

/** The tenant that bodies name; those of one component are in one. */
export function tenantIn(planned: readonly PlannedResource[]): string | undefined {
  const bodies = planned.flatMap(({ inputs }) => Object.values(inputs)).filter((value) => isObject(value as Json));
  const references = bodies.map((body) => parseReference((body as { tenant_ref?: Json }).tenant_ref)?.name);
  return references.find((name) => name !== undefined);
}
