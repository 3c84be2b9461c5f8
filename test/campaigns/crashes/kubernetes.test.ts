import { afterAll, beforeAll } from "vitest";
import { campaign } from "../lib/campaign";
import { OPERATIONS } from "../lib/operations";
import { KUBERNETES_SUBJECTS, type KubernetesCampaign, kubernetesWorld } from "../lib/worlds/kubernetes";
import { crashCases } from "./case";

const { create, refresh, update, replace, delete: remove, adopt } = OPERATIONS;
const world = {} as KubernetesCampaign;
beforeAll(async () => void Object.assign(world, await kubernetesWorld()));
afterAll(() => world.stop());

const cases = KUBERNETES_SUBJECTS.flatMap((subject) => crashCases(world, subject, [create, refresh, update, replace, remove, adopt]));
campaign("crashes on Mizar and Kubernetes", cases, { sample: 1, limitMs: 900_000 });
