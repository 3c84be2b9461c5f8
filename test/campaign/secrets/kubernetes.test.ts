import { afterAll, beforeAll } from "vitest";
import { engineLog } from "../../conformance/lib/engine-log";
import { startHost } from "../../conformance/lib/host";
import { campaign } from "../lib/campaign";
import { KUBERNETES_SUBJECTS, kubernetesWorld } from "../lib/worlds/kubernetes";
import { type Cage, secretCases } from "./case";
import { startGateway } from "./gateway";

const cage = {} as Cage;
let stop: () => Promise<void>;

const TOKEN = "kubeTokenBegin7Qz.kubeTokenEnd9Xw";

beforeAll(async () => {
  const world = await kubernetesWorld();
  const { front, kubeconfig = "", environment } = world;
  const token = /"?token"?:\s*"?([\w.-]+)/.exec(kubeconfig)?.[1] ?? "";
  const gateway = await startGateway(() => front.url, [[TOKEN, token]]);
  const engine = await engineLog();
  const config = { "kubernetes:kubeconfig": kubeconfig.replaceAll(front.url, gateway.url).replaceAll(token, TOKEN) };
  const host = await startHost({ env: { ...environment, MIZAR_PROVISION_TIMEOUT: "20" }, config, engine: engine.address });
  const subject = KUBERNETES_SUBJECTS.find(({ kind }) => kind === "mizar:PlacedService");
  Object.assign(cage, {
    ...{ host, engine, gateway, inputs: {}, next: {} },
    secrets: { token: TOKEN },
    inClear: (state) => state,
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

campaign("secrets on Kubernetes", secretCases(cage, "mizar:PlacedService"), { sample: 1, limitMs: 120_000 });
