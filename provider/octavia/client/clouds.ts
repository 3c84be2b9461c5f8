import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { failure } from "../../lifecycle/errors";
import { isObject, type JsonObject } from "../../lifecycle/json";
import type { Key, Layer } from "./layers";

/** The names of clouds.yaml; first those of its `auth` block. */
const FIELDS: { readonly [K in Key]?: readonly string[] } = {
  authUrl: ["auth_url"],
  userName: ["username"],
  userId: ["user_id"],
  password: ["password"],
  token: ["token"],
  applicationCredentialId: ["application_credential_id"],
  applicationCredentialName: ["application_credential_name"],
  applicationCredentialSecret: ["application_credential_secret"],
  projectName: ["project_name", "tenant_name"],
  projectId: ["project_id", "tenant_id"],
  userDomainName: ["user_domain_name"],
  userDomainId: ["user_domain_id"],
  projectDomainName: ["project_domain_name"],
  projectDomainId: ["project_domain_id"],
  domainName: ["domain_name"],
  domainId: ["domain_id"],
  defaultDomain: ["default_domain"],
  endpoint: ["endpoint"],
  authType: ["auth_type"],
  region: ["region_name"],
  endpointType: ["interface", "endpoint_type"],
  cacertFile: ["cacert"],
  loadBalancerEndpoint: ["load_balancer_endpoint_override"],
  networkEndpoint: ["network_endpoint_override"],
  keyManagerEndpoint: ["key_manager_endpoint_override"],
};

/** A cloud of clouds.yaml, with what secure.yaml adds to it. */
export function cloudLayer(name: string, env: NodeJS.ProcessEnv): Layer {
  const file = locate("clouds", env.OS_CLIENT_CONFIG_FILE, env);
  if (!file)
    throw failure("LB2039", { message: `there is no clouds.yaml for the cloud ${name}: looked at ${places("clouds", env).join(", ")}` });
  const clouds = cloudsOf(file);
  const cloud = clouds[name];
  if (!isObject(cloud)) {
    throw failure("LB2039", { message: `${file} names no cloud ${name}, only ${Object.keys(clouds).sort().join(", ") || "nothing"}` });
  }
  const secure = locate("secure", env.OS_CLIENT_SECURE_FILE, env);
  const addition = secure ? cloudsOf(secure)[name] : undefined;
  return layerOf(isObject(addition) ? merged(cloud, addition) : cloud);
}

function layerOf(cloud: JsonObject): Layer {
  const auth = isObject(cloud.auth) ? cloud.auth : {};
  return {
    get(key) {
      if (key === "insecure") return cloud.verify === false || cloud.insecure === true ? "true" : undefined;
      const value = (FIELDS[key] ?? []).map((field) => auth[field] ?? cloud[field]).find((one) => one !== undefined && one !== null);
      return typeof value === "string" || typeof value === "number" ? String(value) || undefined : undefined;
    },
  };
}

/** Where the file may be, best first. */
function places(name: string, env: NodeJS.ProcessEnv): string[] {
  const home = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), ".config");
  const folders = [process.cwd(), join(home, "openstack"), "/etc/openstack"];
  return folders.flatMap((folder) => ["yaml", "yml"].map((ending) => join(folder, `${name}.${ending}`)));
}

function locate(name: string, given: string | undefined, env: NodeJS.ProcessEnv): string | undefined {
  if (given) return given;
  return places(name, env).find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
}

const read = new Map<string, { stamp: string; clouds: JsonObject }>();

/** The clouds of a file; every operation asks, so it is read again only when it has changed. */
function cloudsOf(file: string): JsonObject {
  try {
    const { mtimeMs, size } = statSync(file);
    const stamp = `${mtimeMs}/${size}`;
    const known = read.get(file);
    if (known?.stamp === stamp) return known.clouds;
    const content: unknown = parse(readFileSync(file, "utf8"));
    const clouds = isObject(content) && isObject(content.clouds) ? content.clouds : {};
    read.set(file, { stamp, clouds });
    return clouds;
  } catch (error) {
    // The parser's own message quotes the line, which may hold a password.
    const why = (error as { code?: string; linePos?: { line: number }[] }) ?? {};
    const at = why.linePos?.[0] ? `line ${why.linePos[0].line} is not YAML` : (why.code ?? "not readable");
    throw failure("LB2039", { message: `${file} cannot be read: ${at}` });
  }
}

function merged(base: JsonObject, over: JsonObject): JsonObject {
  const result: JsonObject = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const before = result[key];
    result[key] = isObject(before) && isObject(value) ? merged(before, value) : value;
  }
  return result;
}
