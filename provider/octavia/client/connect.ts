import type { ConfigSource } from "../../lifecycle/kind";
import { OctaviaRest } from "./octavia";
import { Rest } from "./rest";
import { Session } from "./session";
import { readSettings } from "./settings";
import type { OpenStack } from "./types";

const connections = new Map<string, OpenStack>();

/**
 * The project that the configuration names. The same configuration gives the same connection, with its token, its keep-alive
 * sockets and its shared lists; nothing is sent before the first call. Throws LB2001, LB2002 or LB2039 when the configuration
 * cannot be used.
 */
export function connect(config: ConfigSource): OpenStack {
  const settings = readSettings(config);
  const known = connections.get(settings.key);
  if (known) return known;
  const session = new Session(settings);
  const connection: OpenStack = {
    octavia: new OctaviaRest(session),
    network: new Rest(session, "network"),
    keyManager: new Rest(session, "key-manager"),
    projectId: () => session.projectId(),
  };
  connections.set(settings.key, connection);
  return connection;
}
