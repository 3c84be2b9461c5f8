/** An answer of the controller that is not a success. Most bodies are `{"error"}`, a few are plain text or `{"detail"}`. */
export class AviError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly form: "error" | "detail" | "plain" = "error",
    readonly objectName?: string,
  ) {
    super(message);
  }

  body(): string {
    if (this.form === "plain") return this.message;
    if (this.form === "detail") return JSON.stringify({ detail: this.message });
    return JSON.stringify(this.objectName === undefined ? { error: this.message } : { error: this.message, obj_name: this.objectName });
  }
}

export const notFound = (model: string): AviError => new AviError(404, `${model} object not found!`);

/** A reference that leads nowhere. Clients know 400 for the infrastructure types and 404 for everything else. */
export function unresolvedReference(model: string): AviError {
  const infrastructure = ["VrfContext", "Network", "Cloud", "Tenant", "ServiceEngineGroup"];
  return new AviError(infrastructure.includes(model) ? 400 : 404, `${model} object not found!`);
}

export function newerField(version: string, field: string, since: string): AviError {
  const shown = (v: string) => `v${v.replaceAll(".", "_")}`;
  return new AviError(400, `Incoming request (${shown(version)}) has field (${field}) introduced in later versions(${shown(since)}).`);
}

export const needReload = (model: string, name: string): AviError =>
  new AviError(412, `Need to reload object data ${model}. The object was changed since it was read.`, "error", name);

export function referredBy(status: number, name: string, referrers: string[]): AviError {
  return new AviError(status, `Cannot delete, object is referred by: [${referrers.map((r) => `'${r}'`).join(", ")}]`, "error", name);
}

export const csrfFailed = (): AviError => new AviError(401, "CSRF token missing or incorrect.", "plain");

export const methodNotAllowed = (method: string): AviError => new AviError(405, `Method '${method}' not allowed.`, "detail");
