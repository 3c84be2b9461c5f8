import { afterAll, beforeAll } from "vitest";
import { startAviSandbox } from "../../../sandbox/index";
import { environment } from "../../sandbox/lib/avi-world";
import { engineLog } from "../../sandbox/lib/engine-log";
import { type Props, startHost } from "../../sandbox/lib/host";
import { prepareSamples, SAMPLES } from "../../sandbox/lib/samples";
import { campaign } from "../lib/campaign";
import { release } from "./cage";
import { canary, lineOf } from "./canaries";
import { type Cage, secretCases } from "./case";
import { startGateway } from "./gateway";

const cage = {} as Cage;
let stop: () => Promise<void>;

const PASSWORD = canary("aviPassword");
const certificateOf = (inputs: Props) => inputs.certificate as Props | undefined;

beforeAll(async () => {
  await prepareSamples();
  const avi = await startAviSandbox({ rateLimit: "off", password: PASSWORD });
  const gateway = await startGateway(() => avi.url, []);
  const engine = await engineLog();
  const env = { ...environment(avi), AVI_CONTROLLER: gateway.url, AVI_TIMEOUT: "2" };
  const host = await startHost({ env, engine: engine.address });
  const sample = SAMPLES.find(({ kind }) => kind === "avi:SniVS");
  const inputs = sample?.inputs() ?? {};
  Object.assign(cage, {
    ...{ host, engine, gateway, inputs },
    next: {
      ...inputs,
      virtualService: { ...(inputs.virtualService as Props), description: "another" },
      certificate: { ...certificateOf(inputs), key_passphrase: "" },
    },
    secrets: { password: PASSWORD, "private key": lineOf(String(certificateOf(inputs)?.key)) },
    inClear: (state) => (certificateOf(state) ? { ...state, certificate: { ...certificateOf(state), key: "encrypted" } } : state),
    async reset() {
      avi.reset();
      await sample?.prepare?.({ avi, host });
    },
  } satisfies Cage);
  stop = () => release({ host, engine, gateway, server: () => avi.close() });
});
afterAll(() => stop());

campaign("secrets on Avi", secretCases(cage, "avi:SniVS"), { sample: 1, limitMs: 120_000 });
