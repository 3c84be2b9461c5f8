// The report of an adoption on Octavia: what a run would take over, change and leave.

import { LbError } from "../../../resources/diagnostic";
import { LOAD_BALANCER } from "../../../resources/octavia/load-balancer";
import type { AdoptionQuery, AdoptionReport, Leftover, PlannedObject, PlannedResource } from "../../lifecycle/adoption";
import type { Properties } from "../../lifecycle/bodies/json";
import { parseInputs } from "../../lifecycle/check";
import type { ConfigSource } from "../../lifecycle/handler";
import { failure } from "../../lifecycle/messages/errors";
import { connect, LBAAS } from "../client";
import { resolveById } from "../load-balancer/adoption";
import { knownCertificates } from "../load-balancer/certificates";
import { differingFixed, findByName } from "../load-balancer/found-by-name";
import { NOTHING } from "../load-balancer/inputs";
import { jobOf, knowsTags, type LoadBalancerJob } from "../load-balancer/job";
import { selectionOf } from "../load-balancer/ownership";
import { stepsTo } from "../load-balancer/update";
import { liveTree } from "../tree/live";
import { marksOf } from "../tree/marks";
import { type ApiObject, apiObject, readTree } from "../tree/read-tree";
import { changesOf } from "./changes";

/**
 * By what the load balancers of a controller are known; Kuryr's tags are whatever its `resource_tags` say (octavia.md 3). Neither a namespace
 * nor a Service has an underscore: what has more of them is of a cluster whose name begins alike.
 */
const NAMES: { readonly [naming: string]: (name: string, cluster: string) => boolean } = {
  kuryr: (name) => /^[^/]+\/[^/]+$/.test(name),
  occm: (name, cluster) =>
    name.startsWith(`kube_service_${cluster}_`) && name.slice(`kube_service_${cluster}_`.length).split("_").length <= 2,
};

/** Compares each load balancer of a plan with those in the project of a configuration. */
export async function adoptionReport(config: ConfigSource, question: AdoptionQuery): Promise<AdoptionReport> {
  const notes: string[] = [];
  const objects = await Promise.all(question.planned.map((resource) => compared(config, resource, notes)));
  const planned = objects.map(({ object }) => object);
  const { octavia, projectId } = connect(config);
  const balancers = await octavia.list(`${LBAAS}/loadbalancers`, "loadbalancers", { project_id: (await projectId()) || undefined });
  const taken = new Set(objects.map(({ id }) => id));
  const others = balancers
    .map(apiObject)
    .filter((object) => object.provisioning_status !== "DELETED" && !taken.has(object.id) && marksOf(object).length === 0);
  const leftovers = others.filter(({ name }) => NAMES[question.naming]?.(name, question.cluster)).map(leftBehind);
  const refusal = planned.every(({ fate }) => fate === "new") && planned.length > 0 ? refusalFor(question, others) : undefined;
  return { planned, left: leftovers, addresses: [], ...(refusal === undefined ? {} : { refusal }), notes };
}

const leftBehind = ({ id, name }: ApiObject): Leftover => ({
  key: `loadbalancers/${name}`,
  object: `LoadBalancer ${name}`,
  uuid: id,
  mark: "",
  hosts: [],
});

/** One load balancer of the plan beside the one that an adoption would take. */
async function compared(config: ConfigSource, resource: PlannedResource, notes: string[]): Promise<{ object: PlannedObject; id?: string }> {
  const job = jobFor(config, resource);
  const { name } = job.inputs;
  const shown = { key: `loadbalancers/${name}`, object: `LoadBalancer ${name}`, resource: resource.name, mark: "", changes: [] };
  try {
    const named = job.inputs.sharedId;
    job.inputs = await resolveById(job);
    const liveBalancer = await (job.inputs.sharedId
      ? job.stack.octavia.find("loadbalancers", { id: job.inputs.sharedId }).then(([balancer]) => balancer && apiObject(balancer))
      : findByName(job, job.result.lostId ? undefined : named));
    if (!liveBalancer) return { object: { ...shown, fate: "new" } };
    const differs = differingFixed(job.inputs.body, liveBalancer);
    if (differs)
      notes.push(
        `${shown.object}: it has ${differs} ${liveBalancer[differs]}, the plan has ${job.inputs.body[differs]}: the run stops there (LB2051)`,
      );
    const live = liveTree(
      await readTree(job.stack.octavia, liveBalancer, selectionOf(job.inputs, NOTHING, await knowsTags(job)), { fresh: true }),
    );
    job.result.certificates = await knownCertificates(job.stack.keyManager, job.inputs.secrets);
    const changes = changesOf(await stepsTo(job, liveBalancer, live, NOTHING), live.tree);
    return {
      object: { ...shown, mark: marksOf(liveBalancer)[0] ?? "", fate: changes.length > 0 ? "changed" : "unchanged", changes },
      id: liveBalancer.id,
    };
  } catch (error) {
    if (!(error instanceof LbError)) throw error;
    notes.push(`${shown.object}: ${error.message.split("\n")[0]}`);
    return { object: { ...shown, fate: "changed" } };
  }
}

/** As the create of a run that adopts has it; nothing of it writes. */
function jobFor(config: ConfigSource, { inputs }: PlannedResource): LoadBalancerJob {
  const declared: Properties = { ...JSON.parse(JSON.stringify(inputs)), adopt: true };
  const parsed = parseInputs(LOAD_BALANCER, declared);
  const ctx = { config, progress: () => undefined, notice: () => undefined };
  return jobOf({
    verb: "create",
    ctx,
    declared,
    inputs: parsed,
    ownership: { owner: parsed.owner, adopt: true },
    recordProgress: () => undefined,
  });
}

/** Refusal if load balancers of the controllers exist and the plan names none of them, but another setting would name them. */
function refusalFor({ naming, cluster, planned }: AdoptionQuery, others: readonly ApiObject[]): string | undefined {
  const services = planned.map(({ inputs }) => serviceIn(inputs));
  const fits = (object: ApiObject) =>
    services.flatMap((service) =>
      service && object.name.endsWith(`_${service.namespace}_${service.name}`)
        ? [object.name.slice("kube_service_".length, -`_${service.namespace}_${service.name}`.length)]
        : [],
    );
  const clusters = [...new Set(others.filter(({ name }) => name.startsWith("kube_service_")).flatMap(fits))].filter(
    (name) => naming !== "occm" || name !== cluster,
  );
  const kuryr =
    naming === "kuryr"
      ? []
      : others.filter(({ name }) => services.some((service) => service && name === `${service.namespace}/${service.name}`));
  const [other] = clusters;
  const would = kuryr.length > 0 ? "naming: kuryr" : other === undefined ? undefined : `naming: occm, cluster_name: ${other}`;
  if (would === undefined) return undefined;
  const { message } = failure("LB2055", {
    message: `load balancers of the Services exist, but none has a name of the plan; their names fit ${would}`,
  });
  return message;
}

/** `default/web` of a load balancer for a Service, in either naming. */
function serviceIn(inputs: PlannedResource["inputs"]): { namespace: string; name: string } | undefined {
  const { name, description } = inputs.loadBalancer as { name?: unknown; description?: unknown };
  const [, namespace, service] =
    /(?:^| )([a-z0-9-]+)\/([a-z0-9.-]+)(?: from cluster |$)/.exec(`${name}`) ??
    /Kubernetes external service ([^/]+)\/(\S+)/.exec(`${description}`) ??
    [];
  return namespace && service ? { namespace, name: service } : undefined;
}
