// Check of `k8s-lb doctor`: the rights that the user has on an Avi controller.

import { AVI_TYPES, isAviType } from "../../resources/avi/body";
import { leastRights, missingRights, type Privilege } from "../../resources/avi/rights";
import { isObject, type JsonObject } from "../lifecycle/bodies/json";
import type { AviApi } from "./client/api";

/**
 * The rights of the user: those of its roles in the tenant, as far as the controller tells them, else what may be listed.
 *
 * @throws Error with the rights that are missing
 */
export async function grantedRights(api: AviApi): Promise<string> {
  const listAccess = await listable(api);
  const { tenant } = api.session.settings;
  const granted = await rightsOfRoles(api);
  if (granted === "all") return `${listAccess}; a superuser may write all of them`;
  if (granted === undefined) return `${listAccess}; the controller does not show the role, so write access shows with the first write`;
  const missing = missingRights(granted, leastRights());
  if (missing.length === 0) return `${listAccess}; the role has all rights of \`k8s-lb rbac --for avi\``;
  const lacks = missing.map(({ resource, type }) => `${type} to ${resource}`).join(", ");
  throw new Error(
    `the role lacks ${lacks} in the tenant ${tenant}\n\`k8s-lb rbac --for avi\` prints a role with all rights; PERMISSION_VRFCONTEXT is for routes to Pods alone.`,
  );
}

async function listable({ session }: AviApi): Promise<string> {
  const { tenant } = session.settings;
  const types = Object.keys(AVI_TYPES).filter(isAviType);
  const refused = await Promise.all(
    types.map(async (type) => {
      const { status } = await session.send({ method: "GET", path: `/api/${type}?page_size=1`, tenant });
      return status === 200 ? [] : [`${type} (HTTP ${status})`];
    }),
  );
  if (refused.flat().length > 0) throw new Error(`may not list ${refused.flat().join(", ")} in the tenant ${tenant}`);
  return `may list all ${types.length} types in the tenant ${tenant}`;
}

/**
 * Privileges that the roles of the session's user give in the tenant; undefined if the controller shows the account or a role only to its
 * administrators.
 */
async function rightsOfRoles(api: AviApi): Promise<Privilege[] | "all" | undefined> {
  const { tenant } = api.session.settings;
  const account = await objectAt(api, "/api/useraccount?include_name=true");
  if (account?.is_superuser === true) return "all";
  if (!Array.isArray(account?.access)) return undefined;
  const inTenant = account.access
    .filter(isObject)
    .filter(({ all_tenants, tenant_ref }) => all_tenants === true || nameIn(tenant_ref) === tenant);
  const roles = await Promise.all(inTenant.map(({ role_ref }) => objectAt(api, pathOf(String(role_ref)))));
  if (roles.some((role) => !Array.isArray(role?.privileges))) return undefined;
  return roles.flatMap((role) => (Array.isArray(role?.privileges) ? role.privileges.filter(isPrivilege) : []));
}

async function objectAt({ session }: AviApi, path: string): Promise<JsonObject | undefined> {
  const { status, body } = await session.send({ method: "GET", path, tenant: session.settings.tenant });
  return status === 200 && isObject(body) ? body : undefined;
}

/** References come with the address of the controller and the name behind `#`. */
const pathOf = (reference: string) => reference.replace(/^https?:\/\/[^/]+/, "").replace(/#.*$/, "");

const isPrivilege = (value: unknown): value is Privilege & JsonObject =>
  isObject(value) && typeof value.resource === "string" && (value.type === "READ_ACCESS" || value.type === "WRITE_ACCESS");

/** `admin` of `https://avi.example.com/api/tenant/tenant-1#admin`, `/api/tenant?name=admin` and `/api/tenant/admin`. */
const nameIn = (reference: unknown) => String(reference).split(/[#=/]/).at(-1);
