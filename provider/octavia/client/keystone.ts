import type { Answer, Call } from "../../http/transport";
import { failure } from "../../lifecycle/errors";
import { isObject, type JsonObject } from "../../lifecycle/json";
import { type Credentials, who } from "./credentials";
import { OpenStackError } from "./errors";
import { attempt } from "./requests";
import type { Settings } from "./settings";

/** What Keystone gave. */
export interface Grant {
  /** Absent on servers without Keystone. */
  token?: string;
  projectId?: string;
  catalogue: readonly JsonObject[];
  /** Milliseconds on our clock from which it is to be renewed. */
  renewAt: number;
  /** Milliseconds on our clock until which it is taken. */
  endsAt: number;
}

/** A token is renewed this long before its end, so that none ends on the way. */
const MARGIN_MS = 5 * 60_000;

/** Sends a call to an absolute URL, once. */
export type Transmit = (url: string, call: Omit<Call, "path">) => Promise<Answer>;

/** Asks for a token. */
export async function login(settings: Settings, transmit: Transmit, clean: (text: string) => string): Promise<Grant> {
  const { credentials, authUrl, retryDelayMs, timeoutMs } = settings;
  if (credentials.method === "none") return { projectId: credentials.projectId, catalogue: [], ...FOR_EVER };
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
      const known = await ask({ method: "GET", headers: { "X-Auth-Token": credentials.token, "X-Subject-Token": credentials.token } });
      const grant = granted(known, credentials.token);
      if (!isElsewhere(credentials, known)) return grant;
    }
    return granted(await ask({ method: "POST", headers: { "Content-Type": "application/json" }, body: { auth: requestOf(credentials) } }));
  } catch (error) {
    throw error instanceof OpenStackError ? refused(error, settings) : error;
  }
}

/** The body of the request. An application credential knows its project: with a scope it is refused. */
function requestOf(credentials: Exclude<Credentials, { method: "none" }>): JsonObject {
  switch (credentials.method) {
    case "password": {
      const { user, password, project } = credentials;
      return { identity: { methods: ["password"], password: { user: { ...user, password } } }, ...(project ? { scope: { project } } : {}) };
    }
    case "token": {
      const { token, project } = credentials;
      return { identity: { methods: ["token"], token: { id: token } }, ...(project ? { scope: { project } } : {}) };
    }
    case "application_credential": {
      const { credential, secret } = credentials;
      return { identity: { methods: ["application_credential"], application_credential: { ...credential, secret } } };
    }
  }
}

/** A token that is for the wanted project already is used as it is: not every installation lets tokens make tokens. */
function isElsewhere({ project }: { project?: Extract<Credentials, { method: "token" }>["project"] }, answer: Answer): boolean {
  const { project: has } = tokenOf(answer);
  if (!project) return false;
  if (!isObject(has)) return true;
  return "id" in project ? has.id !== project.id : has.name !== project.name;
}

function granted(answer: Answer, given?: string): Grant {
  const body = tokenOf(answer);
  const token = given ?? answer.headers["x-subject-token"];
  if (typeof token !== "string" || !token) throw failure("LB2015", { message: "Keystone answered without a token" });
  const project = isObject(body.project) ? body.project.id : undefined;
  return {
    token,
    projectId: typeof project === "string" ? project : undefined,
    catalogue: Array.isArray(body.catalog) ? body.catalog.filter(isObject) : [],
    // A token that was given cannot be renewed.
    ...(given ? FOR_EVER : life(body)),
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
  const endsAt = Date.now() + length;
  return { renewAt: endsAt - Math.min(MARGIN_MS, length / 2), endsAt };
}

function refused(error: OpenStackError, { credentials, authUrl }: Settings): OpenStackError {
  if (error.reason !== "unauthenticated" && error.reason !== "not-found") return error;
  if (error.reason === "not-found" && credentials.method !== "token") return error;
  return new OpenStackError("unauthenticated", error.status, `${authUrl} refused ${who(credentials)}: ${error.text}`);
}
