import { afterAll, beforeAll } from "vitest";
import { campaign } from "../lib/campaign";
import { OPERATIONS } from "../lib/operations";
import { OCTAVIA_SUBJECTS, type OctaviaCampaign, octaviaCampaign } from "../lib/worlds/octavia";
import { crashCases } from "./case";

const { create, refresh, update, replace, delete: remove, adopt } = OPERATIONS;
const world = {} as OctaviaCampaign;
beforeAll(async () => void Object.assign(world, await octaviaCampaign()));
afterAll(() => world.stop());

const cases = OCTAVIA_SUBJECTS.flatMap((subject) => crashCases(world, subject, [create, refresh, update, replace, remove, adopt]));
campaign("crashes on OpenStack Octavia", cases, { sample: 1, limitMs: 900_000 });
