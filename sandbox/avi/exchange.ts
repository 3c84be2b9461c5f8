// Types shared by all handlers of requests of one controller.
import type { Front } from "../shared/front";
import type { AviRequest } from "./http";
import type { AviTokens, Session, Sessions } from "./sessions";
import type { AviSandboxSettings, AviScope, ControllerState } from "./state";

/** A controller, as those know it who answer for it. */
export interface Controller {
  readonly settings: AviSandboxSettings;
  readonly state: ControllerState;
  readonly sessions: Sessions;
  readonly tokens: AviTokens;
  readonly front: Front;
  reset(): void;
}

/** Sender of a request. */
export interface AviCaller {
  user: string;
  /** Absent for basic authentication, which needs no CSRF token and gets no cookies. */
  session?: Session;
}

/** A request of somebody who has logged in, with all that answering it takes. */
export interface AviExchange {
  controller: Controller;
  state: ControllerState;
  request: AviRequest;
  /** Parts of the path after `/api/`. */
  path: string[];
  caller: AviCaller;
  scope: AviScope;
}
