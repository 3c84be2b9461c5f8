import { text } from "../shared/json";
import { target } from "./references";
import type { ControllerState } from "./state";

/** How one request wants its objects shown. */
export interface View {
  /** Scheme, host and port as the client used them; every url and reference starts with it. */
  base: string;
  version: string;
  /** Append `#name` to references. */
  names: boolean;
  /** The answer to a write, which shows less of certificates and no runtime fields. */
  write?: boolean;
  list?: boolean;
  exportKey?: boolean;
  skipDefault?: boolean;
  fields?: string[];
}

/** `https://host/api/pool/pool-1` of a canonical reference, with `#name` if asked for. */
export function expand(state: ControllerState, reference: string, view: View): string {
  const at = target(reference);
  if (!at) return reference;
  const name = view.names ? state.store.get(at.type, at.uuid)?.name : undefined;
  return `${view.base}${reference}${name === undefined ? "" : `#${text(name)}`}`;
}
