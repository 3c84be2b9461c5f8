import { stable } from "../../../../provider/lifecycle/bodies/shape";
import type { Json } from "../../../../resources/kind";
import { AVI_KINDS, startAvi } from "../../../sandbox/lib/avi-kinds";
import { environment } from "../../../sandbox/lib/avi-world";
import { type Props, startHost } from "../../../sandbox/lib/host";
import { OBJECT_TYPES, OWNER } from "../../../sandbox/lib/samples";
import { startFaultProxy } from "../fault-proxy";
import { RunsAt } from "../runs";
import { type CampaignSubject, type CampaignWorld, inventory, subjectOf, type Words } from "../world";

export type AviCampaign = Awaited<ReturnType<typeof startAvi>> & CampaignWorld;

/** As a controller of version 22 says it; a controller has no lock, and nothing on it is ever on its way. */
const WORDS: Words = {
  refusal: (_status, error) => JSON.stringify({ error }),
  taken: { status: 409, text: "Pool with this Name and Tenant ref already exists." },
  inUse: { status: 409, text: "Cannot delete, object is referred by: ['VirtualService somebody-else']" },
  changed: { status: 412, text: "Need to reload object data. The object was changed since it was read." },
  quota: { status: 400, text: "Number of objects exceeds the limit of this controller: 3000" },
  forbidden: { status: 403, text: "User does not have permission to do this operation" },
  unauthenticated: { status: 401, text: "Invalid credentials" },
};

/** Waits that fit a campaign, through the documented settings. */
const WAITS = { AVI_TIMEOUT: "2", AVI_RETRY_DELAY: "20" };

export async function aviWorld(): Promise<AviCampaign> {
  const target = await startAvi();
  const front = await startFaultProxy(() => target.avi.url);
  const environmentAt = (at: string) => ({ ...environment(target.avi), ...WAITS, AVI_CONTROLLER: at });
  const runs = new RunsAt(front.url, (at) => startHost({ env: environmentAt(at) }));
  return {
    ...target,
    front,
    words: WORDS,
    environment: environmentAt(front.url),
    ...runs.members(),
    isLogin: ({ path }) => /\/login|\/initial-data|\/logout/.test(path),
    holds: async () => holdings(target.avi),
    async stop() {
      await runs.kill();
      await front.close();
      await target.stop();
    },
  };
}

const nodes = (...numbers: number[]) => numbers.map((n) => ({ prefix: `10.244.${n}.0/24`, nextHop: `10.0.0.${100 + n}` }));

const STATIC_ROUTES: CampaignSubject<AviCampaign> = {
  title: "avi:StaticRoutes",
  kind: "avi:StaticRoutes",
  make: async () => ({ owner: OWNER, clusterName: "c1", vrfContext: "global", cloud: "Default-Cloud", routes: nodes(1, 2, 3) }),
  next: (inputs) => ({ ...inputs, routes: nodes(1, 3, 4) }),
  replaced: (inputs) => ({ ...inputs, cloud: "vcenter-cloud" }),
};

/** All objects of a shard under another name: an import finds the one for clear text by the name of the other. */
const renamed = (inputs: Props): Props =>
  JSON.parse(JSON.stringify(inputs).replaceAll("Shared-Passthrough-0", "Shared-Passthrough-1")) as Props;

export const AVI_SUBJECTS: readonly CampaignSubject<AviCampaign>[] = [
  ...AVI_KINDS.map((kind) => ({ ...subjectOf<AviCampaign>(kind), ...(kind.kind === "avi:PassthroughVS" && { replaced: renamed }) })),
  STATIC_ROUTES,
  inventory("avi", OWNER),
];

/** Whoever comes first gets the first. */
const ALLOCATED = /\b10\.250\.250\.\d+\b/g;

/** Every object, with names in place of uuids. */
function holdings({ store }: AviCampaign["avi"]): string[] {
  const objects = [...OBJECT_TYPES, "vrfcontext"].flatMap((type) => store.list(type).map((object) => ({ type, object })));
  const names = new Map(objects.map(({ type, object }) => [String(object.uuid), `${type} ${object.name}`]));
  const named = (text: string) =>
    text.replace(/[a-z0-9]+-[0-9a-f]{8}-[0-9a-f-]{27}/g, (uuid) => names.get(uuid) ?? "no object").replace(ALLOCATED, "an address");
  // the number of its writes does not matter, nor does the order of its fields
  const plain = ({ _last_modified: _, uuid: __, configpb_attributes: ___, ...rest }: Props) => stable(rest as { [field: string]: Json });
  return objects.map(({ type, object }) => named(`${type} ${plain(object)}`)).sort();
}
