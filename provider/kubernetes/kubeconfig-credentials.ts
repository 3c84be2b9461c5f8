// The credentials of a kubeconfig's user, renewed before they end.

import { Logins } from "../http/logins";
import { redactedLine } from "../http/redact";
import { withTimeLimit } from "../http/time-limit";
import { failure } from "../lifecycle/messages/errors";
import { type Kubeconfig, userOf } from "./kubeconfig-entries";
import { identify } from "./user-identity";

/** Time that a plugin may take. */
const PATIENCE_MS = 60_000;

/** Credentials of a user. */
export interface UserIdentity {
  headers: { [name: string]: string };
  clientCertificate?: { cert: string; key: string };
}

/** A plugin is not run, a token file not read, for every request; a certificate that was renewed counts after so long. */
const HOLDS_MS = 30_000;

/** The identity of a kubeconfig's user, from whatever holds it: token, certificate, password, plugin, token file. */
export class KubeconfigCredentials {
  /** One plugin runs at a time, however many ask. */
  readonly identities: Logins<UserIdentity>;
  private endsAt = 0;
  private secrets: string[] = [];

  /** @param reread the kubeconfig as it is now: who rotates a token writes it there */
  constructor(
    private config: Kubeconfig,
    private readonly reread: () => Promise<Kubeconfig>,
  ) {
    this.identities = new Logins({
      login: () => this.take(),
      isRefusal: () => false,
      lifeOf: () => ({ renewAt: this.endsAt, endsAt: this.endsAt }),
    });
  }

  /** Text without what proves our identity. */
  readonly clean = (text: string): string => redactedLine(text, this.secrets);

  private async take(): Promise<UserIdentity> {
    // a file that is being written is read as it was
    if (this.endsAt > 0) this.config = await this.reread().catch(() => this.config);
    this.endsAt = performance.now() + HOLDS_MS;
    const options = await withTimeLimit(identify(this.config), PATIENCE_MS, "no credentials").catch((error: unknown) => {
      const user = userOf(this.config)?.name ?? "";
      const reason = this.clean(error instanceof Error ? error.message.trim() : String(error));
      throw failure("LB2112", { message: `user "${user}" of the kubeconfig: ${reason || "its plugin failed without a message"}` });
    });
    const headers = Object.fromEntries(Object.entries(options.headers ?? {}).map(([name, value]) => [name, String(value).trim()]));
    if (options.auth) headers.Authorization = `Basic ${Buffer.from(options.auth).toString("base64")}`;
    this.secrets = [headers.Authorization?.replace(/^\w+ /, ""), options.auth?.replace(/^[^:]*:/, "")].filter((one) => one !== undefined);
    const { cert, key } = options;
    return { headers, ...(cert && key ? { clientCertificate: { cert: String(cert), key: String(key) } } : {}) };
  }
}
