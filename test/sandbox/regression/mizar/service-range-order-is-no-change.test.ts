// The API server gives Services addresses of the first range of their Network alone. Ranges in another order were no change, and no drift.
import { expect, it } from "vitest";
import { NETWORK_OBJECTS } from "../../../../provider/mizar/networks";
import { diff } from "../../../../provider/mizar/preview";
import { patchOf } from "../../../../provider/mizar/write";

const declared = (...cidrs: string[]) => ({ owner: "o", metadata: { name: "n" }, spec: { type: "flat", service: { cidrs } } });
const [A, B] = ["10.0.0.0/16", "10.1.0.0/16"];

it("another first range is a change that is written", () => {
  const [olds, news] = [declared(A, B), declared(B, A)];
  expect(diff(NETWORK_OBJECTS, olds, olds)).toEqual({ changes: [], replaces: [] });
  expect(diff(NETWORK_OBJECTS, olds, news).changes).not.toEqual([]);
  expect(diff(NETWORK_OBJECTS, olds, news).replaces).toEqual([]);
  const live = { apiVersion: "arktos.futurewei.com/v1", kind: "Network", metadata: { name: "n" }, spec: olds.spec };
  expect(patchOf(NETWORK_OBJECTS, { spec: olds.spec }, { spec: news.spec }, live)).toEqual({ spec: { service: { cidrs: [B, A] } } });
});
