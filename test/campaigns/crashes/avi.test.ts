import { afterAll, beforeAll } from "vitest";
import { campaign } from "../lib/campaign";
import { OPERATIONS } from "../lib/operations";
import { AVI_SUBJECTS, type AviCampaign, aviWorld } from "../lib/worlds/avi";
import { crashCases } from "./case";

const { create, refresh, update, replace, delete: remove, adopt } = OPERATIONS;
const world = {} as AviCampaign;
beforeAll(async () => void Object.assign(world, await aviWorld()));
afterAll(() => world.stop());

const cases = AVI_SUBJECTS.flatMap((subject) => crashCases(world, subject, [create, refresh, update, replace, remove, adopt]));
campaign("crashes on Avi", cases, { sample: 1, limitMs: 900_000 });
