// Sends requests to OpenStack services, and decides which failures are retried, with a backoff; 429 is their rate limit.

import {
  type Expected,
  isExpected as fits,
  type Attempts as HttpAttempts,
  MAX_TRIES,
  MAX_TRIES_500,
  misplacedText,
  retryAfterMs,
  attempt as send,
} from "../../http/attempts";
import type { Answer, Call, TransportFault } from "../../http/transport";
import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import { CODES } from "../../lifecycle/messages/codes";
import { OpenStackError, reasonOf, serverText } from "./errors";

/** Name of the objects of a collection for people, and the key under which a body has one; Barbican's have none. */
const COLLECTIONS: { readonly [collection: string]: { noun: string; key?: string } } = {
  loadbalancers: { noun: "LoadBalancer", key: "loadbalancer" },
  listeners: { noun: "Listener", key: "listener" },
  pools: { noun: "Pool", key: "pool" },
  members: { noun: "Member", key: "member" },
  healthmonitors: { noun: "HealthMonitor", key: "healthmonitor" },
  l7policies: { noun: "L7Policy", key: "l7policy" },
  rules: { noun: "L7Rule", key: "rule" },
  quotas: { noun: "Quota", key: "quota" },
  floatingips: { noun: "FloatingIP", key: "floatingip" },
  networks: { noun: "Network", key: "network" },
  ports: { noun: "Port", key: "port" },
  subnets: { noun: "Subnet", key: "subnet" },
  "security-groups": { noun: "SecurityGroup", key: "security_group" },
  "security-group-rules": { noun: "SecurityGroupRule", key: "security_group_rule" },
  containers: { noun: "Container" },
  secrets: { noun: "Secret" },
};

/** Object or list that a path leads to. */
export interface RequestTarget {
  noun: string;
  /** Key of a list in an answer: `security_groups`. */
  list: string;
  /** Key of one object, where answers have one. */
  key?: string;
  id?: string;
  /** Segment after the id: `status`, `failover`. */
  tail?: string;
  /** The object in whose path it is: `Pool ID` of its members. */
  within?: string;
}

/** Reads `/v2/lbaas/pools/ID/members`; undefined for paths that lead to no object we know. */
export function targetOf(path: string): RequestTarget | undefined {
  const segments = (path.split("?")[0] ?? "").split("/").filter(Boolean);
  const at = segments.findLastIndex((segment) => COLLECTIONS[segment] !== undefined);
  const collection = segments[at] ?? "";
  const collectionFacts = COLLECTIONS[collection];
  if (!collectionFacts) return undefined;
  const [outer, outerId] = [COLLECTIONS[segments[at - 2] ?? ""], segments[at - 1]];
  const within = outer && outerId ? `${outer.noun} ${outerId}` : undefined;
  return { ...collectionFacts, list: collection.replaceAll("-", "_"), id: segments[at + 1], tail: segments[at + 2], within };
}

/** Object of a request: `LoadBalancer default/web` for a create, `Pool ID` for a path with an id, `list of members of Pool ID`. */
export function objectOf(path: string, body?: JsonObject): string {
  const target = targetOf(path);
  if (!target) return path.replace(/\?.*/, "");
  const inner = body && Object.values(body)[0];
  const query = new URLSearchParams(path.split("?")[1]);
  const name = target.id ?? (isObject(inner) ? inner.name : undefined) ?? body?.name ?? query.get("name");
  const what =
    typeof name === "string" && name ? `${target.noun} ${name}` : body ? target.noun : `list of ${target.list.replaceAll("_", " ")}`;
  return target.within ? `${what} of ${target.within}` : what;
}

/** A request to a service; the path starts at the service's root. */
export interface OctaviaRequest {
  method: Call["method"];
  path: string;
  body?: Call["body"];
  /** Revision number that the object must have. */
  revision?: number;
}

/** True for an answer that the API gives to such a request. */
export function isExpected(request: OctaviaRequest, answer: Answer): boolean {
  return fits(answer, ...expectedOf(request));
}

function expectedOf({ method, path }: OctaviaRequest): readonly Expected[] {
  const target = targetOf(path);
  const holds = (body: JsonObject) => (target ? holdsOne(target, body) : Object.keys(body).length > 0);
  switch (method) {
    case "GET":
      return target ? [{ statuses: [200], holds: reads(target) }] : [{ statuses: [200, 300], holds }];
    case "POST":
      return [{ statuses: [201], holds }];
    case "DELETE":
      return [{ statuses: [204, 202] }];
    default:
      // The members of a pool as a whole, and a failover, are taken without a word.
      return target?.id && !target.tail ? [{ statuses: [200, 202], holds }] : [{ statuses: [202, 204] }];
  }
}

function reads(target: RequestTarget): (body: JsonObject) => boolean {
  if (!target.id) return (body) => Array.isArray(body[target.list]);
  return target.tail ? (body) => Object.values(body).some(isObject) : (body) => holdsOne(target, body);
}

/** `{ "pool": { "id": ... } }`; Barbican's objects are bare and have their address. */
function holdsOne({ key }: RequestTarget, body: JsonObject): boolean {
  if (key === undefined) return typeof (body.container_ref ?? body.secret_ref) === "string";
  const object = body[key];
  return isObject(object) && (key === "quota" || (typeof object.id === "string" && object.id !== ""));
}

interface OctaviaAttempts extends HttpAttempts {
  /** Object of the request, for errors. */
  object: string;
  /** Method and address, e.g. `PUT https://lb.example.com/v2/lbaas/pools/ID`. */
  call: string;
  /** Service that answers there: Octavia. */
  service: OctaviaPeer;
  /** True for what the service answers when it has done what was asked. */
  expected(answer: Answer): boolean;
}

/** A service, for errors. */
export interface OctaviaPeer {
  /** Name for people. */
  name: string;
  /** Address. */
  root: string;
  /** The settings that lead to it. */
  settings: string;
}

/** Sends to a service of OpenStack; a create that may have been carried out has reason `unavailable`. */
export function attempt(once: () => Promise<Answer>, options: OctaviaAttempts): Promise<Answer> {
  const { repeatable, service, object, clean, expected } = options;
  return send(once, options, {
    unanswered: (text, trouble) => unreachable(service, text, trouble, object),
    answered(answer) {
      const { status } = answer;
      const reason = status < 400 ? "unknown" : reasonOf(answer);
      if (status < 400 && expected(answer)) return { answer };
      if (reason === "unknown") {
        const strange = misplaced(options, answer);
        // Half an answer is whole the next time, a proxy's refusal stays.
        return repeatable && status < 300 ? { again: strange, tries: MAX_TRIES_500 } : { fail: strange };
      }
      const remedy = reason === "unauthenticated" ? `${CODES.LB2006.remedy} ${ruleFor(options.call)}` : undefined;
      const refused = new OpenStackError(reason, status, clean(serverText(answer)), object, { remedy });
      if (reason === "busy") return { again: refused, tries: MAX_TRIES, pauseMs: retryAfterMs(answer) };
      if (reason === "unavailable" && repeatable) return { again: refused, tries: status === 500 ? MAX_TRIES_500 : MAX_TRIES };
      return { fail: refused };
    },
  });
}

/** Hint at access rules: a service answers a request that they leave out as it answers a bad token. */
function ruleFor(call: string): string {
  const [method = "", url = ""] = call.split(" ");
  return `An application credential with access rules needs one for ${method} ${new URL(url).pathname}; \`k8s-lb rbac --for octavia\` prints all that are needed.`;
}

/** No answer; the same for all objects of a service. */
function unreachable({ name, root, settings }: OctaviaPeer, text: string, trouble: TransportFault, object: string): OpenStackError {
  const shared = `${name} at ${root}: ${text}`;
  const remedy = {
    address: `Check ${settings}, that ${name} runs there, and that the network and its firewalls let this machine through.`,
    certificate:
      "Set openstack:cacertFile (OS_CACERT) to the authority that signed it; the name in the address must be one of the certificate's.",
    connection: undefined,
  }[trouble];
  return new OpenStackError("unavailable", 0, shared, object, { shared, remedy });
}

/**
 * An answer that the API does not give to such a request: a portal's page, an empty object, a proxy's 404. To believe it would lose
 * writes and objects. Whether a create was carried out is unknown.
 */
function misplaced({ call, service, object, repeatable, clean }: OctaviaAttempts, answer: Answer): OpenStackError {
  const { status } = answer;
  const text = misplacedText(call, answer, clean(serverText(answer)), service.name);
  const remedy = `Check ${service.settings}, and that no portal or proxy answers in its place (HTTPS_PROXY, NO_PROXY); then run the command again.`;
  const reason = repeatable || status >= 300 ? "unknown" : "unavailable";
  return new OpenStackError(reason, status, text, object, { code: "LB2015", remedy });
}
