import { afterAll, beforeAll } from "vitest";
import { campaign } from "../lib/campaign";
import { OPERATIONS } from "../lib/operations";
import { OCTAVIA_SUBJECTS, type OctaviaCampaign, octaviaCampaign } from "../lib/worlds/octavia";
import { faultCases } from "./case";

const { create, read, refresh, update, delete: remove, adopt } = OPERATIONS;
const world = {} as OctaviaCampaign;
beforeAll(async () => void Object.assign(world, await octaviaCampaign()));
afterAll(() => world.stop());

const cases = OCTAVIA_SUBJECTS.flatMap((subject) => faultCases(world, subject, [create, read, refresh, update, remove, adopt]));
campaign("faults on OpenStack Octavia", cases, { sample: 5, limitMs: 120_000 });
