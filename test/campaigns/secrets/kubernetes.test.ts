import { afterAll, beforeAll } from "vitest";
import { startHost } from "../../sandbox/lib/host";
import { campaign } from "../lib/campaign";
import { KUBERNETES_SUBJECTS, kubernetesWorld } from "../lib/worlds/kubernetes";
import { cageAround } from "./cage";
import { type Cage, secretCases } from "./case";

const cage = {} as Cage;
let stop: () => Promise<void>;

const TOKEN = "kubeTokenBegin7Qz.kubeTokenEnd9Xw";

beforeAll(async () => {
  const world = await kubernetesWorld();
  const { front, kubeconfig = "", environment } = world;
  const token = /"?token"?:\s*"?([\w.-]+)/.exec(kubeconfig)?.[1] ?? "";
  const config = (url: string) => ({ "kubernetes:kubeconfig": kubeconfig.replaceAll(front.url, url).replaceAll(token, TOKEN) });
  const subject = KUBERNETES_SUBJECTS.find(({ kind }) => kind === "mizar:PlacedService");
  stop = await cageAround(cage, world, subject, {
    secrets: { token: TOKEN },
    inClear: (state) => state,
    swap: [[TOKEN, token]],
    start: (url, { address }) =>
      startHost({ env: { ...environment, MIZAR_PROVISION_TIMEOUT: "20" }, config: config(url), engine: address }),
  });
});
afterAll(() => stop());

campaign("secrets on Kubernetes", secretCases(cage, "mizar:PlacedService"), { sample: 1, limitMs: 120_000 });
