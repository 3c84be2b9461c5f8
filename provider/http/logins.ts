// Keeps one valid login of a service: it logs in once for all callers, and renews in time.

/** Pause after a refused login: some installations lock an account after three. */
const REFUSAL_HOLDS_MS = 30_000;
/** Time for which a valid login is used before the next try, if it cannot be renewed now. */
const RENEWAL_WAITS_MS = 30_000;

/** Login to a service. */
export interface LoginSession<T> {
  login(): Promise<T>;
  /** True for an error that refuses these credentials. */
  isRefusal(error: unknown): boolean;
  /** Milliseconds on the monotonic clock from which a login must be renewed, and until which it is taken. Default: for ever. */
  lifeOf?(login: T): { renewAt: number; endsAt: number };
}

/** The login in force: one in flight, however many ask, and a new one in time. Only a success is kept. */
export class Logins<T> {
  /** The last one that succeeded; its secrets must not be shown. */
  latest?: T;
  /** The last one that the server no longer accepted. */
  private ended?: T;
  private running?: Promise<T>;
  private renewNotBefore = 0;
  private refusal?: { error: unknown; until: number };

  constructor(private readonly entrance: LoginSession<T>) {}

  /** A login that is not near its end. */
  async current(): Promise<T> {
    const { latest } = this;
    if (latest === undefined || latest === this.ended) return this.renew();
    const life = this.entrance.lifeOf?.(latest);
    if (!life || Math.max(life.renewAt, this.renewNotBefore) > performance.now()) return latest;
    // The login still holds for a while: requests continue although the login service is away.
    return this.renew().catch((error: unknown) => {
      if (life.endsAt <= performance.now()) throw error;
      this.renewNotBefore = performance.now() + RENEWAL_WAITS_MS;
      return latest;
    });
  }

  /** A login newer than one that the server no longer accepts; somebody else may have asked for it already. */
  async newerThan(ended: T): Promise<T> {
    if (this.latest !== undefined && this.latest !== ended) return this.latest;
    this.ended = ended;
    return this.renew();
  }

  /** Tries no login for a while: a request showed that the server refuses these credentials. */
  refuse(error: unknown): void {
    this.refusal = { error, until: performance.now() + REFUSAL_HOLDS_MS };
    this.ended = this.latest;
  }

  private renew(): Promise<T> {
    if (this.running) return this.running;
    if (this.refusal && this.refusal.until > performance.now()) return Promise.reject(this.refusal.error);
    const running = this.once().finally(() => {
      this.running = undefined;
    });
    this.running = running;
    return running;
  }

  private async once(): Promise<T> {
    try {
      this.latest = await this.entrance.login();
      this.renewNotBefore = 0;
      return this.latest;
    } catch (error) {
      if (this.entrance.isRefusal(error)) this.refusal = { error, until: performance.now() + REFUSAL_HOLDS_MS };
      throw error;
    }
  }
}
