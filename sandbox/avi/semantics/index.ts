import type { JsonObject } from "../../shared/json";
import type { ControllerState, Scope } from "../state";
import { checkHealthMonitor } from "./health-monitor";
import { checkPool } from "./pool";
import { checkSslKeyAndCertificate } from "./ssl-key-and-certificate";
import { checkVirtualService } from "./virtual-service";
import { checkVrfContext } from "./vrf-context";
import { checkVsVip } from "./vs-vip";

/** A rule of one type that no schema can say. It may also complete the body, as VIP allocation does. */
export type SemanticRule = (state: ControllerState, body: JsonObject, before: JsonObject | undefined, scope: Scope) => void;

const RULES: { [type: string]: SemanticRule } = {
  healthmonitor: checkHealthMonitor,
  pool: checkPool,
  sslkeyandcertificate: checkSslKeyAndCertificate,
  virtualservice: checkVirtualService,
  vrfcontext: checkVrfContext,
  vsvip: checkVsVip,
};

export function checkSemantics(state: ControllerState, type: string, body: JsonObject, before: JsonObject | undefined, scope: Scope): void {
  RULES[type]?.(state, body, before, scope);
}
