import { parseReference } from "../../kinds/avi/body";
import { DEDICATED_VS, L4_VS, PASSTHROUGH_VS, POOL, SHARED_VS, SNI_VS } from "../../kinds/avi/resources";
import type { ObjectRef } from "../../kinds/diagnostic";
import { LOAD_BALANCER } from "../../kinds/octavia/load-balancer";
import type { Graph } from "../graph";
import { items, text } from "../graph/canvas";
import { octaviaTopology } from "../graph/topology";
import { aviTopology, type DrawnAviPlan } from "../graph/topology-avi";
import type { PlannedLoadBalancer } from "../octavia/plan";
import type { StateResource } from "../watch/stack-state";
import type { StateComponent } from "./state-component";
import { resourcesOf, type StateTarget, type Whose } from "./state-objects";

/**
 * The picture of what a state declares. Faults of specs are in no state, so those of the later side are in it: they are no change.
 *
 * @param known its component; without one the hosts of a default pool on Octavia are not known
 */
export function pictureOfState(deployment: unknown, target: StateTarget, whose: Whose, later: Graph, known?: StateComponent): Graph {
  const resources = resourcesOf(deployment, target, whose);
  const graph = target === "avi" ? ofAvi(resources) : ofOctavia(resources, hostsIn(known));
  return { ...graph, nodes: [...graph.nodes, ...later.nodes.filter(({ kind }) => kind === "spec")] };
}

function ofAvi(resources: readonly StateResource[]): Graph {
  const of = <K extends keyof DrawnAviPlan>(kind: { type: string }, main: string) =>
    resources
      .filter(({ type, inputs }) => type === kind.type && nameOf(inputs, main) !== "")
      .map((one) => planned(one, main)) as DrawnAviPlan[K];
  return aviTopology(
    {
      pools: of<"pools">(POOL, "pool"),
      sharedVs: of<"sharedVs">(SHARED_VS, "virtualService"),
      sniVs: of<"sniVs">(SNI_VS, "virtualService"),
      dedicatedVs: of<"dedicatedVs">(DEDICATED_VS, "virtualService"),
      passthroughVs: of<"passthroughVs">(PASSTHROUGH_VS, "virtualService"),
      l4Vs: of<"l4Vs">(L4_VS, "virtualService"),
      statuses: [],
    },
    {},
  ).build();
}

/** A resource as a plan has it; lists that somebody cut out of a state are empty. */
function planned({ inputs }: StateResource, main: string) {
  const owners = ownersIn(inputs.__specs);
  const service = owners.find(({ kind }) => kind === "Service");
  const body = inputs[main];
  const parent = parseReference(text(body, "vh_parent_vs_ref") || text(body, "vh_parent_vs_uuid"));
  return {
    name: nameOf(inputs, main),
    inputs: { ...inputs, poolGroups: items(inputs, "poolGroups"), policies: items(inputs, "policies") },
    owners,
    parent: parent?.name ?? "",
    ...(service ? { service: `${service.namespace}/${service.name}` } : {}),
  };
}

function ofOctavia(resources: readonly StateResource[], hosts: ReadonlyMap<string, string[]>): Graph {
  const balancers = resources.flatMap(({ type, name: identity, inputs }): PlannedLoadBalancer[] => {
    const name = nameOf(inputs, "loadBalancer");
    if (type !== LOAD_BALANCER.type || name === "") return [];
    const served = hosts.get(name) ?? [];
    // whose servers a pool of many hosts holds is in no state
    const services = served.length > 0 ? { services: {} } : {};
    return [
      { name, identity, inputs: inputs as PlannedLoadBalancer["inputs"], owners: ownersIn(inputs.__specs), hosts: served, ...services },
    ];
  });
  return octaviaTopology({ loadBalancers: balancers, statuses: [] }, {}).build();
}

const nameOf = (inputs: StateResource["inputs"], main: string) => text(inputs[main], "name");

/** Hosts by the object that answers for them. */
function hostsIn(known: StateComponent | undefined): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [what, { server }] of Object.entries(known?.facts.addresses ?? {})) {
    if (what.startsWith("host ")) found.set(server, [...(found.get(server) ?? []), what.slice("host ".length)]);
  }
  return found;
}

/** From `Ingress shop/web, path /cart`, as components say it of their resources. */
function ownersIn(specs: unknown): ObjectRef[] {
  const texts = Array.isArray(specs) ? specs : items(specs, "of");
  const found = texts.map((said) => /^(\w+) (?:[^/ ,]+\/)?([^/ ,]+)\/([^/ ,]+)/.exec(String(said)));
  return found.flatMap((match) => {
    const [, kind = "", namespace = "", name = ""] = match ?? [];
    return match ? [{ apiVersion: "", kind, namespace, name }] : [];
  });
}
