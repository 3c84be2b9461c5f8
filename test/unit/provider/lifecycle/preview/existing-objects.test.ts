import { expect, test } from "vitest";
import { configSource } from "../../../../../provider/lifecycle/config";
import { type ListQueries, queryExisting } from "../../../../../provider/lifecycle/preview/existing-objects";

let count = 0;
const at = {};
const lookout: ListQueries = () => ({
  at,
  queries: [
    {
      key: "pools",
      names: ["pool/web"],
      async take() {
        count++;
        return [];
      },
    },
  ],
});
const config = (listCache: string) =>
  configSource("mizar", { config: { get: (key) => (key === "mizar:listCache" ? listCache : undefined) } }, {});
const look = (listCache: string) => queryExisting("mizar", lookout, config(listCache), { names: ["pool/web"], owners: [] });

test("how long an answer is shared is read strictly: what cannot be read is told, and nobody is asked", async () => {
  expect((await look("5 s")).reasons.join()).toContain('mizar:listCache is "5 s", a number from 0 on is expected');
  expect(count).toBe(0);
});

test("an answer is shared for as long as the configuration says", async () => {
  await look("60000");
  await look("60000");
  expect(count).toBe(1);
  const { known } = await look("0");
  expect([...known]).toEqual(["pool/web"]);
});
