// Login sessions, CSRF tokens and locked accounts.
import { randomBytes } from "node:crypto";
import type { JsonObject } from "../shared/json";
import { AviError, notFound } from "./http";

export interface Session {
  id: string;
  csrf: string;
  user: string;
  created: number;
  lastUsed: number;
}

const MINUTE = 60_000;

/** Failures in a row after which an account is locked, and for how long. */
const MAX_FAILURES = 3;
const LOCK_MINUTES = 30;

/** Sessions of the users that are logged in, and failed logins of users that may not try again. */
export class Sessions {
  private readonly sessions = new Map<string, Session>();
  private readonly failures = new Map<string, { count: number; until: number }>();
  idleMinutes = 15;
  forceHours = 24;
  onChange: () => void = () => {};

  open(user: string): Session {
    const now = Date.now();
    const session = { id: randomBytes(16).toString("hex"), csrf: randomBytes(16).toString("hex"), user, created: now, lastUsed: now };
    this.sessions.set(session.id, session);
    this.failures.delete(user);
    this.onChange();
    return session;
  }

  /** The live session of this id; using it keeps it alive. */
  use(id: string): Session | undefined {
    const session = this.sessions.get(id);
    if (!session) return undefined;
    const now = Date.now();
    const idle = this.idleMinutes > 0 && now - session.lastUsed > this.idleMinutes * MINUTE;
    if (idle || now - session.created > this.forceHours * 60 * MINUTE) {
      this.sessions.delete(id);
      return undefined;
    }
    session.lastUsed = now;
    return session;
  }

  close(id: string): void {
    this.sessions.delete(id);
    this.onChange();
  }

  /** Ends all sessions, as a restart of the controller or a new password does. */
  expireAll(): void {
    this.sessions.clear();
    this.onChange();
  }

  /** Every session gets another CSRF token, so that the next write of each client fails once. */
  rotateCsrf(): void {
    for (const session of this.sessions.values()) session.csrf = randomBytes(16).toString("hex");
  }

  locked(user: string): boolean {
    return (this.failures.get(user)?.until ?? 0) > performance.now();
  }

  failed(user: string): void {
    const count = (this.failures.get(user)?.count ?? 0) + 1;
    this.failures.set(user, { count, until: count >= MAX_FAILURES ? performance.now() + LOCK_MINUTES * MINUTE : 0 });
  }

  unlockAll(): void {
    this.failures.clear();
  }

  list(): Session[] {
    return [...this.sessions.values()];
  }

  restore(sessions: Session[]): void {
    for (const session of sessions) this.sessions.set(session.id, session);
  }
}

interface AviToken {
  uuid: string;
  token: string;
  user: string;
  expires: number;
}

/** User tokens (`/api/user-token`): a login without the password, for a while. */
export class AviTokens {
  private readonly tokens = new Map<string, AviToken>();

  create(user: string, hours: number, uuid: string): JsonObject {
    if (!(hours > 0)) throw new AviError(400, "Token validity in hours must be a positive number");
    const token = { uuid, token: randomBytes(20).toString("hex"), user, expires: Date.now() + hours * 3_600_000 };
    this.tokens.set(uuid, token);
    return { ...this.shown(token), token: token.token };
  }

  list(user: string): JsonObject[] {
    return [...this.tokens.values()].filter((token) => token.user === user).map((token) => this.shown(token));
  }

  remove(uuid: string): void {
    if (!this.tokens.delete(uuid)) throw notFound("UserToken");
  }

  accepts(user: string, secret: string): boolean {
    return [...this.tokens.values()].some((token) => token.user === user && token.token === secret && token.expires > Date.now());
  }

  clear(): void {
    this.tokens.clear();
  }

  private shown(token: AviToken): JsonObject {
    const expires = new Date(token.expires).toISOString().replace("Z", "000+00:00");
    return { uuid: token.uuid, username: token.user, expires_at: expires };
  }
}
