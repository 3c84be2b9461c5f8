import type { ControllerState } from "./state";

/** What real controllers say with these statuses, used where a fault rule gives no body. */
export const FAULT_BODIES: { [status: number]: string } = {
  401: "CSRF token missing or incorrect.",
  403: JSON.stringify({ error: "Configuration is disallowed during upgrade" }),
  409: JSON.stringify({ error: "Object with this Name already exists." }),
  412: JSON.stringify({ error: "Need to reload object data" }),
  419: "Session invalidated",
  429: "Too Many Requests",
  500: JSON.stringify({ error: "record not found" }),
  502: "<html><head><title>502 Bad Gateway</title></head></html>",
  503: "<html><body>INITIALIZING - controller not ready</body></html>",
  504: "<html><head><title>504 Gateway Time-out</title></head></html>",
};

/** The name of the object at a path stays taken for so long, as if its deletion were still going on. */
export function holdName(state: ControllerState, path: string, ms: number): void {
  const [, , type = "", uuid = ""] = path.split("/");
  const name = state.store.get(type, uuid)?.name;
  if (name !== undefined) state.heldNames.set(`${type}/${String(name)}`, Date.now() + ms);
}
