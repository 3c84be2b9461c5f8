import { expect } from "vitest";
import { Resource } from "../../sandbox/lib/engine";
import type { EngineLog } from "../../sandbox/lib/engine-log";
import type { CallFailed, Host, Props } from "../../sandbox/lib/host";
import type { Case } from "../lib/campaign";
import { found } from "./canaries";
import type { Echo, Gateway } from "./gateway";

/** A provider process that knows canaries, and the gateway before its server. */
export interface Cage {
  host: Host;
  engine: EngineLog;
  gateway: Gateway;
  secrets: { readonly [name: string]: string };
  inputs: Props;
  next: Props;
  /** The state without what the engine keeps encrypted. */
  inClear(state: Props): Props;
  reset(): Promise<void> | void;
}

/** Answers in which servers, proxies and portals repeat the request. */
const ECHOES: { readonly [name: string]: Echo } = {
  "400 of the API": (echoed) => ({
    status: 400,
    type: "application/json",
    body: JSON.stringify({ error: echoed, faultstring: echoed, message: echoed }),
  }),
  "500 of the API": (echoed) => ({
    status: 500,
    type: "application/json",
    body: JSON.stringify({ error: { message: echoed, code: 500, title: echoed } }),
  }),
  "403 in plain text": (echoed) => ({ status: 403, type: "text/plain", body: echoed }),
  "a page": (echoed) => ({ status: 502, type: "text/html", body: `<html><body><pre>${echoed}</pre></body></html>` }),
  "an answer of another kind": (echoed) => ({ status: 200, type: "application/json", body: JSON.stringify({ echo: echoed }) }),
  "the last of it": (echoed) => ({
    status: 400,
    type: "application/json",
    body: JSON.stringify({ error: echoed.slice(-300), faultstring: echoed.slice(-300), message: echoed.slice(-300) }),
  }),
};

const DEEDS = ["create", "update", "refresh", "delete"] as const;

/** No secret comes out of the provider, whatever it does and whatever it hears; from each request on all are echoed. */
export function secretCases(cage: Cage, kind: string): Case[] {
  return DEEDS.flatMap((deed) =>
    ["no fault", ...Object.keys(ECHOES)].map((echo) => ({
      name: `${kind}, ${deed}, ${echo}`,
      run: () => nothingLeaks(cage, kind, deed, ECHOES[echo]),
    })),
  );
}

async function nothingLeaks(cage: Cage, kind: string, deed: (typeof DEEDS)[number], echo: Echo | undefined) {
  const { gateway, engine, host } = cage;
  let points = 0;
  for (let place = 0; ; place++) {
    await cage.reset();
    const resource = new Resource(host, kind);
    if (deed !== "create") await resource.up(cage.inputs);
    gateway.seen.splice(0);
    gateway.echo(place, echo);
    const failed = await run(resource, cage, deed).then(
      () => undefined,
      (error: unknown) => error as CallFailed,
    );
    gateway.echo(undefined);
    const { partial } = failed ?? {};
    const { state } = resource;
    const places: { readonly [where: string]: unknown } = {
      error: failed?.message,
      "reasons of a partial failure": partial?.reasons,
      "state of a partial failure": cage.inClear(partial?.properties ?? {}),
      id: state?.id,
      inputs: cage.inClear(state?.inputs ?? {}),
      outputs: cage.inClear(state?.outs ?? {}),
      "reasons of a state that is not whole": state?.initErrors,
      "rows of the engine": engine.lines,
      "stdout and stderr of the process": host.output(),
    };
    const all = { ...cage.secrets, ...Object.fromEntries([...gateway.given].map((secret, i) => [`given ${i}`, secret])) };
    for (const [where, what] of Object.entries(places)) {
      const text = typeof what === "string" ? what : JSON.stringify(what ?? "");
      expect(found(text, all), `${where} at ${gateway.seen[place]}: ${text}`).toEqual([]);
    }
    points++;
    // without a fault once; else until the fault came after the last request
    if (!echo || gateway.seen.length <= place) break;
  }
  return { verdict: "none found", points };
}

async function run(resource: Resource, { inputs, next }: Cage, deed: (typeof DEEDS)[number]): Promise<unknown> {
  if (deed === "delete") return resource.destroy();
  if (deed === "refresh") return resource.refresh();
  return resource.up(deed === "create" ? inputs : next);
}
