import { randomBytes } from "node:crypto";
import type { JsonObject } from "../shared/json";
import { AviError, notFound } from "./errors";

interface Token {
  uuid: string;
  token: string;
  user: string;
  expires: number;
}

/** User tokens (`/api/user-token`): a login without the password, for a while. */
export class Tokens {
  private readonly tokens = new Map<string, Token>();

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

  private shown(token: Token): JsonObject {
    const expires = new Date(token.expires).toISOString().replace("Z", "000+00:00");
    return { uuid: token.uuid, username: token.user, expires_at: expires };
  }
}
