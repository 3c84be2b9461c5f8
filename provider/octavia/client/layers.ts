import type { ConfigSource } from "../../lifecycle/kind";

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
