import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { failure } from "../../lifecycle/errors";
import type { ConfigSource } from "../../lifecycle/handler";
import { isObject, type JsonObject } from "../../lifecycle/json";

/** Every setting by the name it has in the stack configuration; the first group are the keys of pulumi-openstack. */
export type Key =
  | "authUrl"
  | "userName"
  | "userId"
  | "password"
  | "token"
  | "applicationCredentialId"
  | "applicationCredentialName"
  | "applicationCredentialSecret"
  | "tenantName"
  | "tenantId"
  | "userDomainName"
  | "userDomainId"
  | "projectDomainName"
  | "projectDomainId"
  | "domainName"
  | "domainId"
  | "defaultDomain"
  | "region"
  | "endpointType"
  | "endpointOverrides"
  | "cacertFile"
  | "insecure"
  | "cloud"
  | "projectName"
  | "projectId"
  | "authType"
  | "endpoint"
  | "loadBalancerEndpoint"
  | "networkEndpoint"
  | "keyManagerEndpoint";

/** One place that settings come from. */
export interface Layer {
  get(key: Key): string | undefined;
}

/** The variables of an openrc file. */
export const VARIABLES: { readonly [K in Key]: readonly string[] } = {
  authUrl: ["OS_AUTH_URL"],
  userName: ["OS_USERNAME"],
  userId: ["OS_USER_ID"],
  password: ["OS_PASSWORD"],
  token: ["OS_TOKEN", "OS_AUTH_TOKEN"],
  applicationCredentialId: ["OS_APPLICATION_CREDENTIAL_ID"],
  applicationCredentialName: ["OS_APPLICATION_CREDENTIAL_NAME"],
  applicationCredentialSecret: ["OS_APPLICATION_CREDENTIAL_SECRET"],
  projectName: ["OS_PROJECT_NAME"],
  projectId: ["OS_PROJECT_ID"],
  tenantName: ["OS_TENANT_NAME"],
  tenantId: ["OS_TENANT_ID"],
  userDomainName: ["OS_USER_DOMAIN_NAME"],
  userDomainId: ["OS_USER_DOMAIN_ID"],
  projectDomainName: ["OS_PROJECT_DOMAIN_NAME"],
  projectDomainId: ["OS_PROJECT_DOMAIN_ID"],
  domainName: ["OS_DOMAIN_NAME"],
  domainId: ["OS_DOMAIN_ID"],
  defaultDomain: ["OS_DEFAULT_DOMAIN"],
  region: ["OS_REGION_NAME"],
  endpointType: ["OS_INTERFACE", "OS_ENDPOINT_TYPE"],
  endpointOverrides: [],
  cacertFile: ["OS_CACERT"],
  insecure: ["OS_INSECURE"],
  cloud: ["OS_CLOUD"],
  authType: ["OS_AUTH_TYPE"],
  endpoint: ["OS_ENDPOINT"],
  loadBalancerEndpoint: ["OS_LOAD_BALANCER_ENDPOINT_OVERRIDE"],
  networkEndpoint: ["OS_NETWORK_ENDPOINT_OVERRIDE"],
  keyManagerEndpoint: ["OS_KEY_MANAGER_ENDPOINT_OVERRIDE"],
};

/** Explicit provider or stack configuration. */
export function explicitLayer(config: ConfigSource): Layer {
  return { get: (key) => config.explicit?.(key) ?? (config.explicit ? undefined : config.get(key)) };
}

/** The environment, as an openrc file sets it. */
export function environmentLayer(env: NodeJS.ProcessEnv): Layer {
  return { get: (key) => VARIABLES[key].map((name) => env[name]).find(Boolean) };
}

/** The first value of a key. */
export function first(layers: readonly Layer[], key: Key): string | undefined {
  return layers.map((layer) => layer.get(key)).find((value) => value !== undefined);
}

/**
 * The first layer that says anything about a matter. What one layer says is taken whole: a project id in the environment must
 * not win over a project name in the stack configuration.
 */
export function deciding(layers: readonly Layer[], keys: readonly Key[]): Layer | undefined {
  return layers.find((layer) => keys.some((key) => layer.get(key) !== undefined));
}

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
    // every provider process loads this module, few read a file of YAML: a tenth of the time until the first answer
    const { parse }: typeof import("yaml") = require("yaml");
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
