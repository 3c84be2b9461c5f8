import { afterAll, beforeAll } from "vitest";
import { engineLog } from "../../conformance/lib/engine-log";
import { type Props, startHost } from "../../conformance/lib/host";
import { campaign } from "../lib/campaign";
import { OCTAVIA_SUBJECTS, octaviaCampaign } from "../lib/worlds/octavia";
import { canary, lineOf } from "./canaries";
import { type Cage, secretCases } from "./case";
import { startGateway } from "./gateway";

const cage = {} as Cage;
let stop: () => Promise<void>;

const PASSWORD = canary("openstackPassword");

beforeAll(async () => {
  const world = await octaviaCampaign();
  const { front, environment, pair, cloud } = world;
  const gateway = await startGateway(() => front.url, [[PASSWORD, cloud.password]]);
  const engine = await engineLog();
  const through = Object.entries(environment).map(([name, value]) => [name, value.replace(front.url, gateway.url)]);
  const env = { ...Object.fromEntries(through), OS_PASSWORD: PASSWORD };
  const host = await startHost({ env, engine: engine.address });
  const subject = OCTAVIA_SUBJECTS.find(({ title }) => title.includes("certificate"));
  const encrypted = ({ key: _, ...secret }: Props) => secret;
  Object.assign(cage, {
    ...{ host, engine, gateway, inputs: {}, next: {} },
    secrets: { password: PASSWORD, "private key": lineOf(pair.key) },
    inClear: (state) => (state.secrets ? { ...state, secrets: (state.secrets as Props[]).map(encrypted) } : state),
    async reset() {
      await world.reset();
      const inputs = (await subject?.make(world)) ?? {};
      Object.assign(cage, { inputs, next: subject?.next(inputs) });
    },
  } satisfies Cage);
  stop = async () => {
    host.stop();
    engine.stop();
    await gateway.close();
    await world.stop();
  };
});
afterAll(() => stop());

campaign("secrets on Octavia", secretCases(cage, "octavia:LoadBalancer"), { sample: 1, limitMs: 120_000 });
