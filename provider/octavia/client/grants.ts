import type { LbError } from "../../../kinds/errors";
import { failedBecause } from "./errors";
import type { Grant } from "./keystone";

/** After a refusal nobody tries again for so long: some installations lock an account after a few. */
const REFUSAL_HOLDS_MS = 30_000;
/** When Keystone is away, a token that still holds is used for so long before it is asked again. */
const RENEWAL_WAITS_MS = 30_000;

/** The grant in force: one login in flight, however many ask, and a new one in time. Only a success is kept. */
export class Grants {
  private running?: Promise<Grant>;
  private latest?: Grant;
  private refusal?: { error: LbError; until: number };

  constructor(private readonly login: () => Promise<Grant>) {}

  /** The token that must not be shown. */
  get token(): string | undefined {
    return this.latest?.token;
  }

  /** A grant that is not near its end. */
  async current(): Promise<Grant> {
    const { latest } = this;
    if (!latest) return this.renew();
    if (latest.renewAt > Date.now()) return latest;
    // It still holds for a while: Keystone being away must not stop what can go on.
    return this.renew().catch((error: unknown) => {
      if (latest.endsAt <= Date.now()) throw error;
      latest.renewAt = Date.now() + RENEWAL_WAITS_MS;
      return latest;
    });
  }

  /** A grant newer than one that was refused; somebody else may have asked for it already. */
  async newerThan(refused: Grant): Promise<Grant> {
    return this.latest && this.latest !== refused ? this.latest : this.renew();
  }

  private renew(): Promise<Grant> {
    if (this.running) return this.running;
    if (this.refusal && this.refusal.until > Date.now()) return Promise.reject(this.refusal.error);
    const running = this.once().finally(() => {
      this.running = undefined;
    });
    this.running = running;
    return running;
  }

  private async once(): Promise<Grant> {
    try {
      this.latest = await this.login();
      return this.latest;
    } catch (error) {
      if (failedBecause(error, "unauthenticated")) this.refusal = { error, until: Date.now() + REFUSAL_HOLDS_MS };
      throw error;
    }
  }
}
