import { LbError } from "../../contract/errors";
import type { ConfigSource } from "../lifecycle/kind";
import type { Look, Lookout } from "../lifecycle/look";
import type { JsonObject } from "../lifecycle/sanitize";
import { connect, failedBecause, type OpenStack } from "../octavia/client";
import { marksOf } from "../octavia/load-balancer/ownership";
import { markedCertificates } from "./certificates";
import type { Found, Marked } from "./marked";

/** One kind of object, and how to list those of a project. */
interface Listed {
  type: string;
  list(stack: OpenStack, project_id: string): Promise<JsonObject[]>;
}

const lbaas = (type: string, key: string): Listed => ({
  type,
  list: ({ octavia }, project_id) => octavia.list(`/v2/lbaas/${key}`, key, { project_id }),
});

const neutron = (type: string, path: string, key: string): Listed => ({
  type,
  list: ({ network }, project_id) => network.list(`/v2.0/${path}`, key, { project_id }),
});

/** Listeners and pools are marked where they stand in a load balancer of others. */
const LISTED: readonly Listed[] = [
  lbaas("LoadBalancer", "loadbalancers"),
  lbaas("Listener", "listeners"),
  lbaas("Pool", "pools"),
  neutron("FloatingIP", "floatingips", "floatingips"),
  neutron("SecurityGroup", "security-groups", "security_groups"),
];

/** Everything of the project that carries our mark, in Octavia, Neutron and Barbican. */
export async function markedOnOpenStack(config: ConfigSource): Promise<Found> {
  const stack = connect(config);
  const project = await stack.projectId();
  const searches = [
    ...LISTED.map(({ type, list }) => ({
      what: `${type}s`,
      find: async () => (await list(stack, project)).flatMap((object) => marked(type, object)),
    })),
    { what: "Certificates", find: () => markedCertificates(stack.keyManager) },
  ];
  const found = await Promise.all(searches.map(({ what, find }) => looked(what, find)));
  return { marked: found.flatMap((one) => one.marked), notes: found.flatMap((one) => one.notes) };
}

/** Load balancers, and the listeners in those of others, by the names that inventories have for them. */
export const lookOnOpenStack: Lookout = (config, { names, tenant }) => {
  const stack = connect(config);
  const looks = ["loadbalancers", "listeners"].flatMap((key): Look[] => {
    const own = names.filter((name) => name.startsWith(`${key}/`));
    if (own.length === 0) return [];
    const take = async () => {
      const project_id = (tenant ?? (await stack.projectId())) || undefined;
      const listed = await stack.octavia.list(`/v2/lbaas/${key}`, key, { project_id });
      return listed.filter(isThere).flatMap((object) => marksOf(object).map((owner) => ({ name: `${key}/${String(object.name)}`, owner })));
    };
    return [{ key: JSON.stringify([key, tenant]), names: own, take }];
  });
  return { at: stack, looks };
};

const isThere = ({ provisioning_status }: JsonObject) => provisioning_status !== "DELETED";

function marked(type: string, object: JsonObject): Marked[] {
  const [owner] = marksOf(object);
  if (owner === undefined || !isThere(object)) return [];
  const name = object.name ?? object.floating_ip_address ?? "";
  const changed = object.updated_at ?? object.created_at;
  return [{ type, name: String(name), id: String(object.id), owner, ...(typeof changed === "string" ? { changed } : {}) }];
}

/** Not every cloud has every service, and not every user may look into each: that does not hide the rest. */
async function looked(what: string, find: () => Promise<Marked[]>): Promise<Found> {
  try {
    return { marked: await find(), notes: [] };
  } catch (error) {
    const absent = error instanceof LbError && error.code === "LB2037";
    if (!absent && !failedBecause(error, "forbidden", "not-implemented")) throw error;
    return { marked: [], notes: [`${what} were not looked at: ${error.message.split("\n")[0]}`] };
  }
}
