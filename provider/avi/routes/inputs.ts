import type { Json } from "../../../kinds/json";
import { failure } from "../../lifecycle/errors";
import { isObject, isUnknown } from "../../lifecycle/json";
import type { Bag, CheckFailure } from "../../lifecycle/kind";

/** What names the routes of one cluster in one VRF context. */
export interface Target {
  tenant: string;
  cloud: string;
  vrfContext: string;
  clusterName: string;
}

const TEXTS = ["owner", "clusterName", "vrfContext", "cloud"] as const;
const ADDRESS = /^[0-9a-fA-F.:]+$/;
const PREFIX = /^[0-9a-fA-F.:]+\/\d{1,3}$/;

/** `<tenant>/<cloud>/<vrfContext>/<clusterName>`: all that is needed to find the routes again. */
export function routesId({ tenant, cloud, vrfContext, clusterName }: Target): string {
  return [tenant, cloud, vrfContext, clusterName].join("/");
}

/** The reverse of {@link routesId}. */
export function parseRoutesId(id: string): Target {
  const [tenant, cloud, vrfContext, ...rest] = id.split("/");
  const clusterName = rest.join("/");
  if (tenant && cloud && vrfContext && clusterName) return { tenant, cloud, vrfContext, clusterName };
  throw failure("LB2021", { message: `the id "${id}" does not have the form <tenant>/<cloud>/<vrfContext>/<clusterName>` });
}

/** What is wrong with the inputs, all at once. */
export function checkRoutes(news: Bag): CheckFailure[] {
  const failures = TEXTS.filter((key) => !isUnknown(news[key]) && (typeof news[key] !== "string" || news[key] === "")).map((key) => ({
    property: key,
    reason: `LB2016: ${key}: is missing`,
  }));
  if (isUnknown(news.routes)) return failures;
  if (!Array.isArray(news.routes)) return [...failures, { property: "routes", reason: "LB2016: routes: a list is expected" }];
  return [...failures, ...news.routes.flatMap(routeFailures)];
}

function routeFailures(route: Json, index: number): CheckFailure[] {
  if (isUnknown(route)) return [];
  const { prefix, nextHop } = isObject(route) ? route : {};
  const failures: CheckFailure[] = [];
  const complain = (field: string, form: string) =>
    failures.push({ property: "routes", reason: `LB2016: routes[${index}].${field}: ${form} is expected` });
  if (!isUnknown(prefix) && !(typeof prefix === "string" && PREFIX.test(prefix))) complain("prefix", "10.244.1.0/24");
  if (!isUnknown(nextHop) && !(typeof nextHop === "string" && ADDRESS.test(nextHop))) complain("nextHop", "an address");
  return failures;
}
