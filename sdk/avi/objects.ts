import type { AviBody, AviType } from "../../kinds/avi/body";
import type { ObjectRef } from "../../kinds/diagnostic";
import type { Json } from "../../kinds/json";
import { ownerNames } from "../owner-name";
import { compare } from "../specs";
import { lowerSubnet } from "./lower/pool";
import type { AviPlan, Planned } from "./plan";

export interface AviObjects {
  /** REST bodies by API type, sorted by name. */
  objects: Partial<Record<AviType, AviBody[]>>;
  /** `<api type>/<name>` -> the specs it stands for. */
  owners: Record<string, string[]>;
}

/** The plan as the flat list of objects that would be posted. Private keys only when asked for. */
export function aviObjects(plan: AviPlan, { showSecrets = false } = {}): AviObjects {
  const found: { type: AviType; body: AviBody; owners: ObjectRef[] }[] = [];
  const add = (planned: Planned<unknown>, type: AviType, ...bodies: (AviBody | undefined)[]) => {
    for (const body of bodies) if (body) found.push({ type, body, owners: planned.owners });
  };
  for (const pool of plan.pools) {
    add(pool, "healthmonitor", pool.inputs.healthMonitor);
    add(pool, "pkiprofile", pool.inputs.pkiProfile);
    add(pool, "pool", pool.inputs.pool);
  }
  for (const vs of plan.sharedVs) {
    add(vs, "vsvip", vs.inputs.vsVip);
    add(vs, "poolgroup", vs.inputs.poolGroup);
    add(vs, "vsdatascriptset", vs.inputs.dataScriptSet);
    add(vs, "httppolicyset", vs.inputs.redirectPolicy);
    add(vs, "virtualservice", vs.inputs.virtualService);
  }
  for (const vs of plan.sniVs) {
    add(vs, "sslkeyandcertificate", vs.inputs.caCertificate, vs.inputs.certificate);
    add(vs, "sslprofile", vs.inputs.sslProfile);
    add(vs, "poolgroup", ...vs.inputs.poolGroups);
    add(vs, "httppolicyset", ...vs.inputs.policies);
    add(vs, "virtualservice", vs.inputs.virtualService);
  }
  for (const vs of plan.passthroughVs) {
    const { vsVip, poolGroups, dataScriptSet, redirectPolicy, virtualService, insecureVirtualService } = vs.inputs;
    add(vs, "vsvip", vsVip);
    add(vs, "poolgroup", ...poolGroups);
    add(vs, "vsdatascriptset", dataScriptSet);
    add(vs, "httppolicyset", redirectPolicy);
    add(vs, "virtualservice", virtualService, insecureVirtualService);
  }
  for (const vs of plan.l4Vs) {
    add(vs, "vsvip", vs.inputs.vsVip);
    add(vs, "poolgroup", ...vs.inputs.poolGroups);
    add(vs, "virtualservice", vs.inputs.virtualService);
  }
  if (plan.staticRoutes) add(plan.staticRoutes, "vrfcontext", vrfContext(plan.staticRoutes));

  const objects: AviObjects["objects"] = {};
  for (const { type, body } of found) {
    const bodies = objects[type] ?? [];
    bodies.push(showSecrets ? body : withoutKey(body));
    objects[type] = bodies;
  }
  for (const bodies of Object.values(objects)) bodies.sort((a, b) => compare(a.name, b.name));
  const owners = found.map(({ type, body, owners: refs }) => [`${type}/${body.name}`, ownerNames(refs)] as const);
  return { objects, owners: Object.fromEntries(owners.sort(([a], [b]) => compare(a, b))) };
}

function withoutKey(body: AviBody): AviBody {
  if (!body.key) return body;
  const { key: _key, ...rest } = body;
  return rest;
}

/** Only our part of the VRF context, numbered as AKO does. */
function vrfContext({ inputs }: NonNullable<AviPlan["staticRoutes"]>): AviBody {
  const routes: Json[] = inputs.routes.map(({ prefix, nextHop }, i) => ({
    route_id: String(i + 1),
    prefix: lowerSubnet(prefix),
    next_hop: { addr: nextHop, type: lowerSubnet(nextHop).ip_addr.type },
  }));
  return { name: inputs.vrfContext, static_routes: routes };
}
