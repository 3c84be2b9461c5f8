import { afterAll, beforeAll, vi } from "vitest";
import type { Host } from "../../conformance/lib/host";
import { providerHere } from "../../support/provider-here";
import type { World } from "../lib/world";

/** A server, and the provider that all sequences of a file share. */
export interface Stage<W extends World> {
  readonly world: W;
  readonly host: Host;
}

/**
 * Starts both for the tests of a file. The provider runs in this process, by the same door that the engine's host process uses: twenty
 * thousand sequences would spend most of their time on the way there and back.
 */
export function stage<W extends World>(start: () => Promise<W>): Stage<W> {
  const world = {} as W;
  const host = {} as Host;
  beforeAll(async () => {
    Object.assign(world, await start());
    for (const [name, value] of Object.entries(world.environment)) vi.stubEnv(name, value);
    Object.assign(host, await providerHere(world.kubeconfig ? { "kubernetes:kubeconfig": world.kubeconfig } : {}));
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await world.stop();
  });
  return { world, host };
}
