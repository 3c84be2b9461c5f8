import { afterAll, beforeAll } from "vitest";
import { type Props, startHost } from "../../sandbox/lib/host";
import { campaign } from "../lib/campaign";
import { OCTAVIA_SUBJECTS, octaviaCampaign } from "../lib/worlds/octavia";
import { cageAround } from "./cage";
import { canary, lineOf } from "./canaries";
import { type Cage, secretCases } from "./case";

const cage = {} as Cage;
let stop: () => Promise<void>;

const PASSWORD = canary("openstackPassword");

beforeAll(async () => {
  const world = await octaviaCampaign();
  const { front, environment, pair, cloud } = world;
  const through = (url: string) => Object.entries(environment).map(([name, value]) => [name, value.replace(front.url, url)]);
  const subject = OCTAVIA_SUBJECTS.find(({ title }) => title.includes("certificate"));
  const encrypted = ({ key: _, ...secret }: Props) => secret;
  stop = await cageAround(cage, world, subject, {
    secrets: { password: PASSWORD, "private key": lineOf(pair.key) },
    inClear: (state) => (state.secrets ? { ...state, secrets: (state.secrets as Props[]).map(encrypted) } : state),
    swap: [[PASSWORD, cloud.password]],
    start: (url, { address }) => startHost({ env: { ...Object.fromEntries(through(url)), OS_PASSWORD: PASSWORD }, engine: address }),
  });
});
afterAll(() => stop());

campaign("secrets on Octavia", secretCases(cage, "octavia:LoadBalancer"), { sample: 1, limitMs: 120_000 });
