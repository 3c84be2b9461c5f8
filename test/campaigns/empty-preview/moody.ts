import type { Props } from "../../sandbox/lib/host";
import type { Strike } from "../lib/fault-proxy";

/** Ways in which a server may answer correctly and yet differently from one day to the next. */
export interface Mood {
  /** Lists whose order means nothing to this API, by the name of the field. */
  unordered(field: string, list: readonly unknown[]): boolean;
  /** Fields that a later version of the server puts into every object. */
  fills?(object: Props): Props;
}

/** Answers as the server gives them, but with lists and fields in another order each time, and with unknown fields. */
export function moody(mood: Mood): Strike {
  return async (exchange) => {
    const answer = await exchange.forward();
    const body = answer.status < 300 ? parsed(answer.body) : undefined;
    if (body === undefined) return exchange.reply(answer);
    exchange.reply({ ...answer, body: JSON.stringify(another(mood, "", body)) });
  };
}

function another(mood: Mood, field: string, value: unknown): unknown {
  if (Array.isArray(value)) {
    const elements = value.map((element) => another(mood, field, element));
    return mood.unordered(field, value) ? elements.reverse() : elements;
  }
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [key, another(mood, key, member)] as const);
  return { ...mood.fills?.(value as Props), ...Object.fromEntries(members.reverse()) };
}

function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString());
  } catch {
    return undefined;
  }
}
