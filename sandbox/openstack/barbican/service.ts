import type { JsonObject } from "../../shared/json";
import type { SeededRandom } from "../../shared/random";
import { Records } from "../../shared/state-file";

/** The state of one Barbican. */
export class Barbican {
  readonly records = new Records();
  /** Scheme and host; known once it listens. */
  url = "";

  constructor(private readonly random: SeededRandom) {}

  newId(): string {
    return this.random.uuid4();
  }

  /** The payload behind a reference to a secret. */
  payload(reference: string): Buffer | undefined {
    const id = idIn(reference, "secrets");
    const payload = id === undefined ? undefined : this.records.get("secret", id)?.payload;
    return typeof payload === "string" ? Buffer.from(payload, "base64") : undefined;
  }

  /** A secret that was given as text cannot be the bundle of a certificate and its key that a reference to a secret must lead to. */
  isText(reference: string): boolean {
    const id = idIn(reference, "secrets");
    return id !== undefined && this.records.get("secret", id)?.content_type === "text/plain";
  }

  /** Whether a reference leads to a secret, or to a container whose secrets are there. */
  has(reference: string): boolean {
    const id = idIn(reference, "containers");
    if (id === undefined) return this.payload(reference) !== undefined;
    const container = this.records.get("container", id);
    const references = (container?.secret_refs as JsonObject[] | undefined) ?? [];
    return container !== undefined && references.every((each) => this.payload(String(each.secret_ref)) !== undefined);
  }
}

/** The id in `.../v1/<collection>/<id>`. */
export function idIn(reference: string, collection: string): string | undefined {
  return new RegExp(`/v1/${collection}/([^/]+)$`).exec(reference)?.[1];
}
