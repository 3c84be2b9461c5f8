import type { AviSandbox } from "../../sandbox/index";

type ReadableStore = AviSandbox["store"];
type ReachableBody = { [field: string]: unknown };

/**
 * Hosts that clients reach at this moment, from the objects of a controller alone: a VsVip that DNS knows the host by, a virtual service on
 * it, and in that or a child a way for the host that ends in a pool with servers. A Service is known by its L4 virtual service.
 */
export function reachable(store: ReadableStore): Set<string> {
  const at = (reference: unknown): ReachableBody | undefined => {
    const [, , type, uuid] = String(reference ?? "").split("/");
    return type && uuid ? (store.list(type).find((one) => one.uuid === uuid) as ReachableBody | undefined) : undefined;
  };
  const records = (list: unknown) => (Array.isArray(list) ? (list as ReachableBody[]) : []);
  const works = (pool: unknown) => records(at(pool)?.servers).length > 0;
  const leads = (group: unknown) => records(at(group)?.members).some(({ pool_ref }) => works(pool_ref));
  const ruled = (vs: ReachableBody) =>
    records(vs.http_policies)
      .flatMap(({ http_policy_set_ref }) => records((at(http_policy_set_ref)?.http_request_policy as ReachableBody | undefined)?.rules))
      .map(({ switching_action }) => (switching_action ?? {}) as ReachableBody)
      .some(({ pool_group_ref, pool_ref }) => (pool_group_ref ? leads(pool_group_ref) : works(pool_ref)));
  const labelled = (vs: ReachableBody, host: string) =>
    records(vs.vs_datascripts)
      .flatMap(({ vs_datascript_set_ref }) => (at(vs_datascript_set_ref)?.pool_group_refs ?? []) as unknown[])
      .flatMap((group) => records(at(group)?.members))
      .some(({ priority_label, pool_ref }) => String(priority_label).split("/")[0] === host.toLowerCase() && works(pool_ref));
  /** The server name of the client hello selects the pool group that is called after it. */
  const through = (vs: ReachableBody, host: string) =>
    records(vs.vs_datascripts)
      .flatMap(({ vs_datascript_set_ref }) => (at(vs_datascript_set_ref)?.pool_group_refs ?? []) as unknown[])
      .some((group) => String(at(group)?.name).endsWith(`--${host}`) && leads(group));
  const picked = (vs: ReachableBody) =>
    records(vs.service_pool_select).some(({ service_pool_group_ref }) => leads(service_pool_group_ref)) ||
    records(vs.l4_policies)
      .flatMap(({ l4_policy_set_ref }) => records((at(l4_policy_set_ref)?.l4_connection_policy as ReachableBody | undefined)?.rules))
      .some(({ action }) => works(((action as ReachableBody | undefined)?.select_pool as ReachableBody | undefined)?.pool_ref));

  const services = store.list("virtualservice") as ReachableBody[];
  const found = new Set<string>();
  for (const vs of services.filter(({ vsvip_ref }) => vsvip_ref)) {
    const children = services.filter(({ vh_parent_vs_ref }) => vh_parent_vs_ref === `/api/virtualservice/${vs.uuid}`);
    const childFor = (host: string) =>
      children.filter(
        ({ vh_domain_name, vh_matches }) =>
          ((vh_domain_name ?? []) as string[]).includes(host) || records(vh_matches).some((match) => match.host === host),
      );
    for (const fqdn of records(at(vs.vsvip_ref)?.dns_info).map(({ fqdn: name }) => String(name))) {
      if (labelled(vs, fqdn) || childFor(fqdn).some(ruled) || ruled(vs) || picked(vs) || through(vs, fqdn)) found.add(fqdn);
    }
  }
  return found;
}
