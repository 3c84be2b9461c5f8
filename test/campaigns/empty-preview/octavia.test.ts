import { OCTAVIA_KINDS } from "../../sandbox/lib/octavia-kinds";
import { campaign } from "../lib/campaign";
import { OCTAVIA_SUBJECTS, type OctaviaCampaign, octaviaCampaign } from "../lib/worlds/octavia";
import { sequenceCases } from "./case";
import { stage } from "./stage";
import { walkerOf } from "./walk";

const on = stage(octaviaCampaign);

/** The order of a listing means nothing, nor that of children, tags and networks; policies have a position. */
const mood = {
  unordered: () => true,
  fills: ({ id }: { [field: string]: unknown }) => (id === undefined ? {} : { of_a_later_version: { enabled: true } }),
};

const cases = OCTAVIA_SUBJECTS.flatMap((subject, i) => sequenceCases(on, walkerOf<OctaviaCampaign>(subject, OCTAVIA_KINDS[i]), mood, 1400));
campaign("empty preview on Octavia", cases, { sample: 1, limitMs: 180_000 });
