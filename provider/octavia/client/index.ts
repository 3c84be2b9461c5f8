import type { ConfigSource } from "../../lifecycle/handler";
import { Octavia } from "./octavia";
import { RestClient } from "./rest";
import { Session } from "./session";
import { readSettings } from "./settings";

/** One OpenStack project, seen through one set of credentials. */
export interface OpenStack {
  readonly octavia: Octavia;
  /** Neutron. */
  readonly network: RestClient;
  /** Barbican. */
  readonly keyManager: RestClient;
  /** The project of the token; of the configuration where the server wants no token. */
  projectId(): Promise<string>;
}

const connections = new Map<string, OpenStack>();

/**
 * The project that the configuration names. Settings come from two namespaces: `openstack:` (the keys of pulumi-openstack, shared
 * with it) and `octavia:` (our own keys: pulumi-openstack refuses a key it does not know). The same configuration gives the same
 * connection, with its token, its keep-alive sockets and its shared lists; nothing is sent before the first call. Throws LB2001,
 * LB2002 or LB2039 when the configuration cannot be used.
 */
export function connect(config: ConfigSource): OpenStack {
  const settings = readSettings(config);
  const known = connections.get(settings.key);
  if (known) return known;
  const session = new Session(settings);
  const connection: OpenStack = {
    octavia: new Octavia(session),
    network: new RestClient(session, "network"),
    keyManager: new RestClient(session, "key-manager"),
    projectId: () => session.projectId(),
  };
  connections.set(settings.key, connection);
  return connection;
}
