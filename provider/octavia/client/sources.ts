// The sources of OpenStack settings: the stack, environment variables, clouds.yaml.

import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import type { ConfigSource } from "../../lifecycle/handler";
import { failure } from "../../lifecycle/messages/errors";

/**
 * Every setting by the name it has in the stack configuration, the first group as pulumi-openstack has them, with its names in clouds.yaml;
 * in capitals and behind `OS_` those are the variables of an openrc file.
 */
const NAMES = {
  authUrl: ["auth_url"],
  userName: ["username"],
  userId: ["user_id"],
  password: ["password"],
  token: ["token", "auth_token"],
  applicationCredentialId: ["application_credential_id"],
  applicationCredentialName: ["application_credential_name"],
  applicationCredentialSecret: ["application_credential_secret"],
  tenantName: ["tenant_name"],
  tenantId: ["tenant_id"],
  userDomainName: ["user_domain_name"],
  userDomainId: ["user_domain_id"],
  projectDomainName: ["project_domain_name"],
  projectDomainId: ["project_domain_id"],
  domainName: ["domain_name"],
  domainId: ["domain_id"],
  defaultDomain: ["default_domain"],
  region: ["region_name"],
  endpointType: ["interface", "endpoint_type"],
  endpointOverrides: [],
  cacertFile: ["cacert"],
  insecure: ["insecure"],
  cloud: ["cloud"],
  projectName: ["project_name"],
  projectId: ["project_id"],
  authType: ["auth_type"],
  endpoint: ["endpoint"],
  loadBalancerEndpoint: ["load_balancer_endpoint_override"],
  networkEndpoint: ["network_endpoint_override"],
  keyManagerEndpoint: ["key_manager_endpoint_override"],
} as const satisfies { readonly [key: string]: readonly string[] };

export type Key = keyof typeof NAMES;

/** The variables of an openrc file. */
export const VARIABLES: { readonly [key: string]: readonly string[] } = Object.fromEntries(
  Object.entries(NAMES).map(([key, names]) => [key, names.map((name) => `OS_${name.toUpperCase()}`)]),
);

/** One place that settings come from. */
export interface Layer {
  get(key: Key): string | undefined;
}

/** Explicit provider or stack configuration. */
export function explicitLayer(config: ConfigSource): Layer {
  return { get: (key) => config.explicit?.(key) ?? (config.explicit ? undefined : config.get(key)) };
}

/** The environment, as an openrc file sets it. */
export function environmentLayer(env: NodeJS.ProcessEnv): Layer {
  return { get: (key) => VARIABLES[key]?.map((name) => env[name]).find(Boolean) };
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

/** A cloud of clouds.yaml, with what secure.yaml adds to it. */
export function cloudLayer(name: string, env: NodeJS.ProcessEnv): Layer {
  const file = locate("clouds", env.OS_CLIENT_CONFIG_FILE, env);
  if (!file)
    throw failure("LB2039", { message: `there is no clouds.yaml for the cloud ${name}; searched ${places("clouds", env).join(", ")}` });
  const clouds = cloudsOf(file);
  const cloud = clouds[name];
  if (!isObject(cloud)) {
    throw failure("LB2039", { message: `${file} has no cloud ${name}, only ${Object.keys(clouds).sort().join(", ") || "nothing"}` });
  }
  const secure = locate("secure", env.OS_CLIENT_SECURE_FILE, env);
  const addition = secure ? cloudsOf(secure)[name] : undefined;
  return layerOf(isObject(addition) ? merged(cloud, addition) : cloud);
}

/** Most are in the block `auth`. */
function layerOf(cloud: JsonObject): Layer {
  const auth = isObject(cloud.auth) ? cloud.auth : {};
  return {
    get(key) {
      if (key === "insecure") return cloud.verify === false || cloud.insecure === true ? "true" : undefined;
      const value = NAMES[key].map((field) => auth[field] ?? cloud[field]).find((one) => one !== undefined && one !== null);
      return typeof value === "string" || typeof value === "number" ? String(value) || undefined : undefined;
    },
  };
}

/** Paths of the file, best first. */
function places(name: string, env: NodeJS.ProcessEnv): string[] {
  const home = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), ".config");
  const folders = [process.cwd(), join(home, "openstack"), "/etc/openstack"];
  return folders.flatMap((folder) => ["yaml", "yml"].map((ending) => join(folder, `${name}.${ending}`)));
}

function locate(name: string, chosenFile: string | undefined, env: NodeJS.ProcessEnv): string | undefined {
  if (chosenFile) return chosenFile;
  return places(name, env).find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
}

const read = new Map<string, { stamp: string; clouds: JsonObject }>();

/** The clouds of a file; every operation asks, so it is read again only when it has changed. */
function cloudsOf(file: string): JsonObject {
  try {
    const { mtimeMs, size } = statSync(file);
    const stamp = `${mtimeMs}/${size}`;
    const cachedFile = read.get(file);
    if (cachedFile?.stamp === stamp) return cachedFile.clouds;
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
