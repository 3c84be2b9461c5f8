import { expect, test } from "vitest";
import { controller, count, freshApi, SCOPE } from "../../../unit/provider/avi/controller";

// A list with fewer results than its `count` was believed: what was missing in it looked as if it were gone, and was created again or forgotten.

const started = controller();

async function poolsAre(answered: number) {
  const api = freshApi(started.avi, { retryDelay: "1" });
  for (const name of ["one", "two"]) await api.create("pool", { name, cloud_ref: "/api/cloud?name=Default-Cloud" }, SCOPE);
  const [first] = await api.list("pool", "", SCOPE.tenant, "list of pools");
  const responseBody = JSON.stringify({ count: 2, results: [first] });
  started.avi.fault({ method: "GET", path: "/api/pool", status: 200, responseBody, times: answered });
  started.avi.resetCalls();
  return api.list("pool", "", SCOPE.tenant, "list of pools");
}

test("it is read anew, and then it is whole", async () => {
  const pools = await poolsAre(2);
  expect(pools.map(({ name }) => name).sort()).toEqual(["one", "two"]);
  expect(count(started.avi, "GET", "/api/pool")).toBe(3);
});

test("one that stays short is an error that says how many are missing", async () => {
  await expect(poolsAre(3)).rejects.toThrow(
    /LB2084: list of pools: the list of pool says that it has 2 objects, and gives 1\n.*role of the account/,
  );
});
