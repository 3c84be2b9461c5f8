import { z } from "zod";
import { LOAD_BALANCER, type loadBalancerInputs } from "../../../kinds/octavia/load-balancer";
import { type Adapter, handlerOf } from "../../lifecycle/envelope";
import { failure } from "../../lifecycle/errors";
import type { Properties } from "../../lifecycle/json";
import { check } from "../check/check";
import { type ApiObject, readLoadBalancer } from "../tree/read";
import { candidate } from "./adoption";
import { bringTree, bringVip, dropCertificates, prepare } from "./bring";
import { make } from "./create";
import { remove, removeBeside } from "./delete";
import { diff } from "./diff";
import { type State, stateOf } from "./inputs";
import { assertSameProject, assertSupported, type Job, jobOf, outputs } from "./job";
import { foundOf } from "./ownership";
import { read } from "./read";
import { inTurn } from "./write";

/** Load balancers are written in turn: the service locks each as a whole, and resources that share one would refuse each other with 409. */
const ADAPTER: Adapter<z.output<typeof loadBalancerInputs>, ApiObject, Job, State> = {
  known: z.custom<Properties>().transform(stateOf),
  job: jobOf,
  inTurn,
  find: (job) => (job.verb === "read" ? read(job) : readLoadBalancer(job.stack.octavia, job.id ?? "")),
  candidate,
  make(job) {
    const { sharedId } = job.inputs;
    return complete(job, () => (sharedId ? inTurn(sharedId, () => bringTree(job, sharedId)) : make(job)));
  },
  async bring(job, _inputs, _before, live) {
    if (job.verb === "update") {
      await assertSupported(job);
      job.saw(live);
    }
    return complete(job, () => bringTree(job, live.id, live));
  },
  remove,
  async removed(job) {
    await assertSameProject(job);
    await removeBeside(job);
  },
  idOf: (_job, { id }) => id,
  // Of a load balancer that others made nothing but listeners, pools and tags is ours.
  found: ({ inputs, ownership, verb }, live) => (inputs.sharedId ? [] : [foundOf(live, ownership, verb !== "create")]),
  declared: ({ result }) => result.held,
  drift({ result, target }, live) {
    const object = `LoadBalancer ${target.name}`;
    return live ? result.drift : [{ class: "declared", object, part: target.name, field: "", what: `${object} deleted by hand` }];
  },
  outputs,
  gone({ inputs, id }) {
    const remedy = "Run `pulumi refresh`, then `pulumi up`.";
    return failure("LB2033", { object: `LoadBalancer ${inputs.name}`, message: `${id} is gone`, remedy });
  },
  /** With the status that it has now: in ERROR it is replaced by the next run. */
  lastSeen: async ({ stack }, live) => (await readLoadBalancer(stack.octavia, live.id).catch(() => undefined)) ?? live,
};

/** The tree with what it names, and what stands on its VIP port. */
async function complete(job: Job, tree: () => Promise<ApiObject>): Promise<ApiObject> {
  await prepare(job);
  const loadbalancer = await tree();
  await bringVip(job, loadbalancer);
  await dropCertificates(job);
  return loadbalancer;
}

/** The resource that is a load balancer with everything below it. */
export const LOAD_BALANCERS = handlerOf(LOAD_BALANCER, { check: (_olds, news) => check(news), diff }, ADAPTER);
