import { afterAll, beforeAll } from "vitest";
import { campaign } from "../lib/campaign";
import { OPERATIONS } from "../lib/operations";
import { AVI_SUBJECTS, type AviCampaign, aviWorld } from "../lib/worlds/avi";
import { faultCases } from "./case";

const { create, read, refresh, update, delete: remove, adopt } = OPERATIONS;
const world = {} as AviCampaign;
beforeAll(async () => void Object.assign(world, await aviWorld()));
afterAll(() => world.stop());

const cases = AVI_SUBJECTS.flatMap((subject) => faultCases(world, subject, [create, read, refresh, update, remove, adopt]));
campaign("faults on Avi", cases, { sample: 5, limitMs: 120_000 });
