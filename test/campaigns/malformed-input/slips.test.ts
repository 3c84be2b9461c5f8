import { expect } from "vitest";
import { type Case, campaign } from "../lib/campaign";
import { grounds, judgeOf, slipsOf } from "./slips";

const cases: Case[] = grounds().map((table) => ({
  name: `slips in ${table.name}`,
  async run() {
    const judge = judgeOf(table);
    const slips = slipsOf(table);
    const silent = slips.flatMap((slip) => {
      const how = judge(slip);
      return how ? [`${slip.at}, ${slip.how}: ${how}`] : [];
    });
    expect(silent).toEqual([]);
    return { verdict: "told or effective", words: `${slips.length} slips`, points: slips.length };
  },
}));

campaign("slips in manifests", cases, { sample: 6, limitMs: 60_000 });
