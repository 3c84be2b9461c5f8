import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { Resource } from "./engine";
import type { CallFailed, Host, Props } from "./host";
import { withoutOrder } from "./order";
import type { ApiProxy } from "./proxy";

/** A server, the provider process, and a proxy between them that records the calls and breaks connections. */
export interface World {
  host: Host;
  proxy: ApiProxy;
  /** Makes the server as new, as far as it can be. Absent: it keeps what tests leave behind, so each makes names of its own. */
  reset?(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a world before the tests of a file; it is as new before each. */
export function started<W extends World>(start: () => Promise<W>): W {
  const world = {} as W;
  beforeAll(async () => void Object.assign(world, await start()), 120_000);
  beforeEach(async () => {
    world.proxy.cut(undefined);
    world.proxy.answer(undefined);
    await world.reset?.();
    world.proxy.calls.splice(0);
  });
  afterAll(() => world.stop?.());
  return world;
}

export const NONE = { changes: false, replaces: [] };

/** A resource that has been made from these inputs, with an empty log. */
export async function created({ host, proxy }: Pick<World, "host" | "proxy">, kind: string, inputs: Props): Promise<Resource> {
  const resource = new Resource(host, kind);
  expect(await resource.up(inputs)).toBe("created");
  proxy.calls.splice(0);
  return resource;
}

/** Nothing is left to do, the state is what the server holds, and that is what was declared; `adopt` is not kept. */
export async function expectQuiet(resource: Resource, inputs: Props, why?: string): Promise<void> {
  expect(await resource.preview(inputs), why).toEqual(NONE);
  expect(await resource.refresh(), why).toBe(true);
  const { __provider: _, ...held } = resource.state?.inputs ?? {};
  const { adopt: __, ...declared } = inputs;
  expect(withoutOrder(held), why).toEqual(withoutOrder(declared));
  expect(await resource.preview(inputs), why).toEqual(NONE);
}

/** The error of work that fails. */
export const failing = async (work: Promise<unknown>): Promise<CallFailed> =>
  (await work.then(
    () => undefined,
    (error: unknown) => error,
  )) as CallFailed;
