import type { Caller } from "../authenticate";
import type { Controller } from "../controller";
import { AviError } from "../errors";
import { type AviRequest, type AviResponse, empty, json } from "../http";
import { login } from "../login";
import type { Scope } from "../state";
import { versionInfo } from "../versions-info";
import { accounts } from "./accounts";
import { cluster, clusterStatus } from "./cluster";
import { facts } from "./facts";
import { macro } from "./macro";
import { servers } from "./servers";
import { singletons } from "./singletons";

/** The few endpoints that answer before anybody has logged in. */
export function open(controller: Controller, request: AviRequest): AviResponse | undefined {
  switch (request.path) {
    case "/login":
      if (request.method !== "POST") throw new AviError(405, `Method '${request.method}' not allowed.`, "detail");
      return login(controller, request);
    case "/api/initial-data":
      return json(200, {
        version: versionInfo(controller.settings.version),
        setup_failed: false,
        welcome_workflow_complete: true,
        banner: "",
      });
    case "/api/cluster/status":
      return json(200, clusterStatus());
    default:
      return undefined;
  }
}

type Endpoint = (controller: Controller, request: AviRequest, scope: Scope, caller: Caller) => AviResponse | undefined;

const ENDPOINTS: Endpoint[] = [logout, cluster, accounts, singletons, facts, servers, macro];

/** Everything that is not plain work on objects of one type. */
export const auxiliary: Endpoint = (controller, request, scope, caller) => {
  for (const endpoint of ENDPOINTS) {
    const answer = endpoint(controller, request, scope, caller);
    if (answer) return answer;
  }
  return undefined;
};

function logout(controller: Controller, request: AviRequest, _scope: Scope, caller: Caller): AviResponse | undefined {
  if (request.path !== "/logout" || request.method !== "POST") return undefined;
  if (caller.session) controller.sessions.close(caller.session.id);
  return empty(200);
}
