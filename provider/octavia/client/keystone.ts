// Logs in at Keystone, and reads its catalogue of endpoints.

import { withoutUserInfo } from "../../../resources/quoted";
import { refuseClearText } from "../../http/clear-text";
import type { Answer, Call } from "../../http/transport";
import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import { failure } from "../../lifecycle/messages/errors";
import { type KeystoneCredentials, who } from "./credentials";
import { OpenStackError } from "./errors";
import { attempt } from "./requests";
import { first, type Key, type Layer } from "./sources";

/** Result of a log-in at Keystone. */
export interface Grant {
  /** Absent on servers without Keystone. */
  token?: string;
  projectId?: string;
  projectName?: string;
  /** Names of the roles in the project. */
  roles: readonly string[];
  catalogue: readonly JsonObject[];
  /** Milliseconds on the monotonic clock from which it must be renewed. */
  renewAt: number;
  /** Milliseconds on the monotonic clock until which it is taken. */
  endsAt: number;
}

/** A token is renewed this long before its end, so that none ends on the way. */
const MARGIN_MS = 5 * 60_000;

/** Settings of a log-in. */
interface LoginSettings {
  credentials: KeystoneCredentials;
  authUrl: string;
  retryDelayMs: number;
  timeoutMs: number;
}

/** Sends a call to an absolute URL, once. */
export type Transmit = (url: string, call: Omit<Call, "path">) => Promise<Answer>;

/** Asks for a token. */
export async function login(settings: LoginSettings, transmit: Transmit, clean: (text: string) => string): Promise<Grant> {
  const { credentials, authUrl, retryDelayMs, timeoutMs } = settings;
  if (credentials.method === "none") return { projectId: credentials.projectId, roles: [], catalogue: [], ...FOR_EVER };
  const url = `${authUrl}/v3/auth/tokens`;
  const ask = (call: Omit<Call, "path">) =>
    attempt(() => transmit(url, call), {
      repeatable: true,
      call: `${call.method} ${url}`,
      service: { name: "Keystone", root: authUrl, settings: "openstack:authUrl (OS_AUTH_URL)" },
      expected: ({ status, headers, body }) =>
        status === (call.method === "GET" ? 200 : 201) &&
        /json/i.test(String(headers["content-type"])) &&
        isObject(body) &&
        isObject(body.token),
      retryDelayMs,
      patienceMs: timeoutMs / 2,
      object: `Keystone ${authUrl}`,
      clean,
    });
  try {
    if (credentials.method === "token") {
      const validation = await ask({ method: "GET", headers: { "X-Auth-Token": credentials.token, "X-Subject-Token": credentials.token } });
      const grant = granted(validation, credentials.token);
      if (!isElsewhere(credentials, validation)) return grant;
    }
    return granted(await ask({ method: "POST", headers: { "Content-Type": "application/json" }, body: { auth: requestOf(credentials) } }));
  } catch (error) {
    throw error instanceof OpenStackError ? refused(error, settings) : error;
  }
}

/** The body of the request. An application credential knows its project: with a scope it is refused. */
function requestOf(credentials: Exclude<KeystoneCredentials, { method: "none" }>): JsonObject {
  const { method } = credentials;
  if (method === "application_credential") {
    return { identity: { methods: [method], [method]: { ...credentials.credential, secret: credentials.secret } } };
  }
  const { project } = credentials;
  const how: JsonObject =
    method === "token" ? { id: credentials.token } : { user: { ...credentials.user, password: credentials.password } };
  return { identity: { methods: [method], [method]: how }, ...(project ? { scope: { project } } : {}) };
}

/** A token that is for the desired project already is used as it is: not every installation lets tokens make tokens. */
function isElsewhere({ project }: { project?: Extract<KeystoneCredentials, { method: "token" }>["project"] }, answer: Answer): boolean {
  const { project: has } = tokenOf(answer);
  if (!project) return false;
  if (!isObject(has)) return true;
  return "id" in project ? has.id !== project.id : has.name !== project.name;
}

function granted(answer: Answer, ownToken?: string): Grant {
  const body = tokenOf(answer);
  const token = ownToken ?? answer.headers["x-subject-token"];
  if (typeof token !== "string" || !token) throw failure("LB2015", { message: "Keystone answered without a token" });
  const project = isObject(body.project) ? body.project.id : undefined;
  return {
    token,
    projectId: typeof project === "string" ? project : undefined,
    projectName: isObject(body.project) && typeof body.project.name === "string" ? body.project.name : undefined,
    roles: Array.isArray(body.roles) ? body.roles.filter(isObject).map(({ name }) => String(name)) : [],
    catalogue: Array.isArray(body.catalog) ? body.catalog.filter(isObject) : [],
    // A token that was given cannot be renewed.
    ...(ownToken ? FOR_EVER : life(body)),
  };
}

function tokenOf({ body }: Answer): JsonObject {
  if (isObject(body) && isObject(body.token)) return body.token;
  throw failure("LB2015", { message: "the answer is not Keystone's", remedy: "Check openstack:authUrl (OS_AUTH_URL)." });
}

const FOR_EVER = { renewAt: Number.POSITIVE_INFINITY, endsAt: Number.POSITIVE_INFINITY };

/** Reckoned by the length of its life and not by the time of day: the clock here may be wrong. */
function life({ issued_at, expires_at }: JsonObject): Pick<Grant, "renewAt" | "endsAt"> {
  const length = Date.parse(String(expires_at)) - (Date.parse(String(issued_at)) || Date.now());
  if (!Number.isFinite(length)) return FOR_EVER;
  const endsAt = performance.now() + length;
  return { renewAt: endsAt - Math.min(MARGIN_MS, length / 2), endsAt };
}

function refused(error: OpenStackError, { credentials, authUrl }: LoginSettings): OpenStackError {
  if (error.reason !== "unauthenticated" && error.reason !== "not-found") return error;
  if (error.reason === "not-found" && credentials.method !== "token") return error;
  return new OpenStackError("unauthenticated", error.status, `${authUrl} refused ${who(credentials)}: ${error.text}`);
}

/** The services we speak to, by their type in the catalogue: what people call them, and the setting that leads to them. */
export const SERVICES = {
  "load-balancer": { name: "Octavia", key: "loadBalancerEndpoint" },
  network: { name: "Neutron", key: "networkEndpoint" },
  "key-manager": { name: "Barbican", key: "keyManagerEndpoint" },
} as const satisfies { readonly [type: string]: { name: string; key: Key } };

export type OpenStackService = keyof typeof SERVICES;

/** Addresses that the configuration gives; `one` is a server that has all services where none is named. */
export function endpointsIn(layers: readonly Layer[], commonEndpoint?: string): { [S in OpenStackService]?: string } {
  const overrides = overridesOf(first(layers, "endpointOverrides"));
  const endpoints: { [S in OpenStackService]?: string } = {};
  for (const service of Object.keys(SERVICES) as OpenStackService[]) {
    const { key } = SERVICES[service];
    const address = first(layers, key) ?? overrides[service] ?? commonEndpoint;
    if (typeof address === "string") endpoints[service] = rootOf(address, key);
  }
  return endpoints;
}

/** The root of a service from an address as catalogues and people write it: with `/v2`, `/v2.0/`, `/v3/auth/tokens` or without. */
export function rootOf(address: string, key: string, remedy?: string): string {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    throw failure("LB2002", { message: `${key} is "${withoutUserInfo(address)}": a URL is expected` });
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw failure("LB2002", { message: `${key} is "${withoutUserInfo(address)}": it must begin with https:// or http://` });
  }
  refuseClearText(url.href, { setting: key, remedy });
  if (url.username || url.password)
    throw failure("LB2002", { message: `${key} holds credentials`, remedy: "Set user and password apart." });
  return url.origin + url.pathname.replace(/\/auth\/tokens\/?$/, "").replace(/(\/v\d+(\.\d+)?)?\/*$/, "");
}

interface EndpointChoice {
  service: OpenStackService;
  region?: string;
  interface: string;
}

/**
 * The root of a service in a catalogue. What is not there is named, with what is. Of several regions none is picked: half a
 * program in the wrong region is worse than an error.
 */
export function rootInCatalogue(catalogue: readonly JsonObject[], { service, region, interface: face }: EndpointChoice): string {
  const offered = catalogue
    .filter((entry) => entry.type === service)
    .flatMap((entry) => (Array.isArray(entry.endpoints) ? entry.endpoints : []));
  const endpoints = offered.filter(isObject);
  const matching = endpoints.filter((endpoint) => endpoint.interface === face && (!region || regionOf(endpoint) === region));
  const regions = [...new Set(matching.map(regionOf))];
  if (regions.length > 1) {
    throw failure("LB2037", {
      message: `the catalogue has ${service} in several regions: ${regions.join(", ")}`,
      remedy: "Name one in openstack:region (OS_REGION_NAME).",
    });
  }
  const address = matching[0]?.url;
  const { key } = SERVICES[service];
  if (typeof address === "string") {
    const remedy = `Set octavia:${key} to its https:// address, or have the catalogue corrected; http:// is accepted for this machine only.`;
    return rootOf(address, `the catalogue's ${service}`, remedy);
  }
  const has = endpoints.map((endpoint) => `${endpoint.interface} in ${regionOf(endpoint)}`).join(", ");
  const types = catalogue.map((entry) => entry.type).join(", ");
  throw failure("LB2037", {
    message: has
      ? `the catalogue has no ${face} endpoint of ${service}${region ? ` in region ${region}` : ""}, only ${has}`
      : `the catalogue has no service of type ${service}, only ${types || "none at all"}`,
    remedy: `Correct openstack:region or openstack:endpointType, or set octavia:${key} to the address of the service.`,
  });
}

function regionOf({ region_id, region }: JsonObject): string {
  return String(region_id ?? region ?? "");
}

function overridesOf(text: string | undefined): JsonObject {
  if (!text) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Said below.
  }
  throw failure("LB2002", { message: "openstack:endpointOverrides is not an object of service types and URLs" });
}
