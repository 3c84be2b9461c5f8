import type { Front } from "../shared/front";
import type { AviRequest } from "./http";
import type { Session, Sessions, Tokens } from "./sessions";
import type { ControllerState, Scope, Settings } from "./state";

/** A controller, as those know it who answer for it. */
export interface Controller {
  readonly settings: Settings;
  readonly state: ControllerState;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly front: Front;
  reset(): void;
}

/** Sender of a request. */
export interface Caller {
  user: string;
  /** Absent for basic authentication, which needs no CSRF token and gets no cookies. */
  session?: Session;
}

/** A request of somebody who has logged in, with all that answering it takes. */
export interface Exchange {
  controller: Controller;
  state: ControllerState;
  request: AviRequest;
  /** Parts of the path after `/api/`. */
  path: string[];
  caller: Caller;
  scope: Scope;
}
