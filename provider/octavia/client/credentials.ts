// Reads the credentials for Keystone from the settings: password, token or application credential.

import { failure } from "../../lifecycle/messages/errors";
import { deciding, first, type Key, type Layer, VARIABLES } from "./sources";

/** A domain, as Keystone takes it. */
export type Domain = { id: string } | { name: string };
/** A user, as Keystone takes it. */
export type User = { id: string } | { name: string; domain: Domain };
/** A project to ask a token for, as Keystone takes it. */
export type Project = { id: string } | { name: string; domain: Domain };

/** Credentials for a token. */
export type KeystoneCredentials =
  | { method: "password"; user: User; password: string; project?: Project }
  | { method: "application_credential"; credential: { id: string } | { name: string; user: User }; secret: string }
  | { method: "token"; token: string; project?: Project }
  /** A server without Keystone: every caller is administrator of the project that the request names. */
  | { method: "none"; projectId: string };

type Method = KeystoneCredentials["method"];

/** Values of `auth_type`. */
const METHODS: { readonly [name: string]: Method } = {
  none: "none",
  noauth: "none",
  password: "password",
  v3password: "password",
  token: "token",
  v3token: "token",
  v3applicationcredential: "application_credential",
};

/** The credentials that the layers hold. */
export function credentialsIn(layers: readonly Layer[]): KeystoneCredentials {
  const method = layers.map(methodOf).find((layerMethod) => layerMethod !== undefined) ?? "password";
  switch (method) {
    case "none":
      return { method, projectId: first(layers, "projectId") ?? first(layers, "tenantId") ?? missing("projectId") };
    case "token":
      return { method, token: first(layers, "token") ?? missing("token"), project: projectIn(layers) };
    case "application_credential": {
      const from = deciding(layers, ["applicationCredentialId", "applicationCredentialName"]);
      const id = from?.get("applicationCredentialId");
      const name = from?.get("applicationCredentialName") ?? "";
      const credential = id ? { id } : name ? { name, user: userIn(layers) } : missing("applicationCredentialId");
      return { method, credential, secret: first(layers, "applicationCredentialSecret") ?? missing("applicationCredentialSecret") };
    }
    case "password":
      return { method, user: userIn(layers), password: first(layers, "password") ?? missing("password"), project: projectIn(layers) };
  }
}

/** Credentials for the project that others are for; theirs where those name none. An application credential knows its own. */
export function withProjectOf(credentials: KeystoneCredentials, others: KeystoneCredentials): KeystoneCredentials {
  if (credentials.method === "application_credential" || credentials.method === "none") return credentials;
  return { ...credentials, project: projectOf(others) ?? credentials.project };
}

/** The project that credentials name. */
export const projectOf = (credentials: KeystoneCredentials): Project | undefined =>
  "project" in credentials ? credentials.project : undefined;

/** The user or the like in words, for errors. */
export function who(credentials: KeystoneCredentials): string {
  switch (credentials.method) {
    case "password":
      return `user ${named(credentials.user)}${credentials.project ? ` for project ${named(credentials.project)}` : ""}`;
    case "application_credential":
      return `application credential ${named(credentials.credential)}`;
    case "token":
      return "the token";
    case "none":
      return `project ${credentials.projectId}`;
  }
}

/** Secrets that must never be shown. */
export function secretsOf(credentials: KeystoneCredentials): string[] {
  const { password, secret, token }: { method: Method; password?: string; secret?: string; token?: string } = credentials;
  return [password, secret, token].filter((one) => one !== undefined);
}

/** The error for a setting that no one gave. */
export function missing(key: Key): never {
  const [variable] = VARIABLES[key] ?? [];
  throw failure("LB2001", {
    message: `no value for openstack:${key}${variable ? ` (${variable})` : ""}`,
    remedy:
      "Set it with `pulumi config set` (secrets with --secret), set the variable named in brackets, or name a cloud of clouds.yaml in OS_CLOUD.",
  });
}

/** Method that one layer alone determines; an application credential takes precedence over a user. */
function methodOf(layer: Layer): Method | undefined {
  const type = layer.get("authType");
  if (type !== undefined) return METHODS[type.toLowerCase()] ?? unknownType(type);
  if (deciding([layer], ["applicationCredentialId", "applicationCredentialName", "applicationCredentialSecret"]))
    return "application_credential";
  if (layer.get("password") !== undefined) return "password";
  return layer.get("token") === undefined ? undefined : "token";
}

function unknownType(type: string): never {
  throw failure("LB2002", { message: `auth type "${type}" is not known here, one of ${Object.keys(METHODS).join(", ")} is expected` });
}

function userIn(layers: readonly Layer[]): User {
  const from = deciding(layers, ["userId", "userName"]);
  const id = from?.get("userId");
  if (id) return { id };
  return { name: from?.get("userName") ?? missing("userName"), domain: domainIn(layers, ["userDomainId", "userDomainName"]) };
}

function projectIn(layers: readonly Layer[]): Project | undefined {
  const from = deciding(layers, ["projectId", "tenantId", "projectName", "tenantName"]);
  const id = from?.get("projectId") ?? from?.get("tenantId");
  if (id) return { id };
  const name = from?.get("projectName") ?? from?.get("tenantName");
  return name ? { name, domain: domainIn(layers, ["projectDomainId", "projectDomainName"]) } : undefined;
}

/** The domain meant by a pair of keys, else the general one, else `default` as every installation has it. */
function domainIn(layers: readonly Layer[], pair: readonly [Key, Key]): Domain {
  for (const [idKey, nameKey] of [pair, ["domainId", "domainName"] as const]) {
    const from = deciding(layers, [idKey, nameKey]);
    const id = from?.get(idKey);
    const name = from?.get(nameKey);
    if (id) return { id };
    if (name) return { name };
  }
  return { id: first(layers, "defaultDomain") ?? "default" };
}

function named(identity: { id: string } | { name: string }): string {
  return "id" in identity ? identity.id : identity.name;
}
