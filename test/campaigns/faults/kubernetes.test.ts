import { afterAll, beforeAll } from "vitest";
import { campaign } from "../lib/campaign";
import { OPERATIONS } from "../lib/operations";
import { KUBERNETES_SUBJECTS, type KubernetesCampaign, kubernetesWorld } from "../lib/worlds/kubernetes";
import { faultCases } from "./case";

const { create, read, refresh, update, delete: remove, adopt } = OPERATIONS;
const world = {} as KubernetesCampaign;
beforeAll(async () => void Object.assign(world, await kubernetesWorld()));
afterAll(() => world.stop());

const cases = KUBERNETES_SUBJECTS.flatMap((subject) => faultCases(world, subject, [create, read, refresh, update, remove, adopt]));
campaign("faults on Mizar and Kubernetes", cases, { sample: 5, limitMs: 120_000 });
