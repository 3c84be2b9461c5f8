import { type EngineLog, engineLog } from "../../sandbox/lib/engine-log";
import type { Host } from "../../sandbox/lib/host";
import type { CampaignSubject, CampaignWorld } from "../lib/world";
import type { Cage } from "./case";
import { type Gateway, startGateway } from "./gateway";

/** Parts of a cage that end with it. */
interface CageParts {
  host: Host;
  engine: EngineLog;
  gateway: Gateway;
  server(): Promise<void>;
}

/** Lets everybody in a cage go. */
export async function release({ host, engine, gateway, server }: CageParts): Promise<void> {
  host.stop();
  engine.stop();
  await gateway.close();
  await server();
}

/** Fills a cage around a world of a campaign; gives what ends it. */
export async function cageAround<W extends CampaignWorld>(
  cage: Cage,
  world: W,
  subject: CampaignSubject<W> | undefined,
  given: Pick<Cage, "secrets" | "inClear"> & {
    swap: Parameters<typeof startGateway>[1];
    start(url: string, engine: EngineLog): Promise<Host>;
  },
): Promise<() => Promise<void>> {
  const { secrets, inClear, swap, start } = given;
  const gateway = await startGateway(() => world.front.url, swap);
  const engine = await engineLog();
  const host = await start(gateway.url, engine);
  Object.assign(cage, {
    ...{ host, engine, gateway, secrets, inClear, inputs: {}, next: {} },
    async reset() {
      await world.reset();
      const inputs = (await subject?.make(world)) ?? {};
      Object.assign(cage, { inputs, next: subject?.next(inputs) });
    },
  } satisfies Cage);
  return () => release({ host, engine, gateway, server: () => world.stop() });
}
