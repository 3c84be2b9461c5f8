// The report of an adoption: what a run would take over, change and leave.

import { GATEWAY_VS } from "../../../resources/avi";
import type { AdoptionQuery, AdoptionReport, AkoVersionGuess, Leftover, PlannedObject } from "../../lifecycle/adoption";
import type { ConfigSource } from "../../lifecycle/handler";
import { nameList } from "../../lifecycle/messages/counts";
import { failure } from "../../lifecycle/messages/errors";
import { apiFor } from "../client/api";
import { addressChanges } from "./address-changes";
import { guessOf } from "./ako-version";
import { akoMark, existingObjects, gatewayMark, isOfGateway } from "./existing-objects";
import type { Bodies } from "./hosts";
import { leftoversOf } from "./leftovers";
import { jobsOf, plannedObjects } from "./planned";
import { existingRoutes } from "./routes";

/** Compares a plan with the objects on the controller of a configuration. */
export async function adoptionReport(config: ConfigSource, question: AdoptionQuery): Promise<AdoptionReport> {
  const api = apiFor(config);
  const jobs = jobsOf(question.planned, config);
  const objects = jobs.flatMap(({ job }) => job.objects);
  const bodiesOfPlan = objects.map(({ body }) => body);
  const [existing, routes] = await Promise.all([
    existingObjects(api, question, objects),
    existingRoutes(api, question, api.session.settings.cloud, bodiesOfPlan),
  ]);
  const bodies: Bodies = new Map([...existing].map(([key, { live }]) => [key, live]));
  const plan: Bodies = new Map(objects.map(({ key, body }) => [key, body]));
  const planned = plannedObjects(jobs, existing);
  const elsewhere = new Set(planned.filter(movesVip).map(({ key }) => key));
  const ofGateways = new Set([...existing.values()].filter((object) => isOfGateway(question.cluster, object)).map(({ key }) => key));
  const isPlanned = question.planned.some(({ kind }) => kind === GATEWAY_VS.type);
  const leftovers = leftoversOf(existing, plan).map((leftover) =>
    isPlanned || !ofGateways.has(leftover.key) ? leftover : { ...leftover, held: leftover.held ?? UNPLANNED },
  );
  const ofAko = [...existing.values()].filter(({ live }) => live.created_by === akoMark(question.cluster));
  const generation = guessOf(ofAko, question.cluster);
  const others = leftovers.filter(({ key }) => !ofGateways.has(key));
  const refusal = refusalOf(question, planned, others, generation);
  return {
    planned: [...routes.objects, ...planned],
    left: [...leftovers, ...routes.left],
    addresses: addressChanges(plan, bodies, question.cluster, (vsVip) => elsewhere.has(`vsvip/${vsVip}`)),
    ...(generation ? { generation } : {}),
    ...(refusal === undefined ? {} : { refusal }),
    notes: noteOf(question, leftovers.length - others.length),
  };
}

/** A VIP of another network gets an address of it. */
const movesVip = ({ changes }: PlannedObject) => changes.some(({ field }) => /\bipam_network_subnet\b/.test(field));

/** As long as the plan has no Gateway, AKO may still serve those. */
const UNPLANNED = "it is of a Gateway, and the plan serves none: set gatewayController first";

/** Names and structure of what AKO makes for Gateways are others than ours, so nothing of it is taken over. */
function noteOf({ cluster }: AdoptionQuery, count: number): string[] {
  if (count === 0) return [];
  const those = count === 1 ? "1 object that AKO made for a Gateway is" : `${count} objects that AKO made for Gateways are`;
  return [
    `${those} left behind (marked ${gatewayMark(cluster)}): set gatewayController to ako.vmware.com/avi-lb, so that the plan serves these Gateways at addresses of their own; when clients use them, stop AKO's gateway container and run \`k8s-lb adopt --sweep\``,
  ];
}

/** Objects of the cluster exist, and the plan has none of their names: it would make a second set beside them, with new addresses. */
function refusalOf(
  { cluster, naming }: AdoptionQuery,
  planned: readonly PlannedObject[],
  leftovers: readonly Leftover[],
  generation: AkoVersionGuess | undefined,
): string | undefined {
  if (leftovers.length === 0 || planned.length === 0 || planned.some(({ fate }) => fate !== "new")) return undefined;
  const names = nameList(leftovers.map(({ key }) => key));
  const those = `none of the ${planned.length} of the plan (naming ${naming}) is among them`;
  const message = `${leftovers.length} objects of cluster ${cluster} are on the controller, and ${those}: ${names}`;
  const other = generation && generation.naming !== naming ? generation : undefined;
  return failure("LB2055", {
    message,
    ...(other ? { remedy: `Set \`naming: ${other.naming}\`, because ${nameList(other.reasons)}.` } : {}),
  }).message;
}
