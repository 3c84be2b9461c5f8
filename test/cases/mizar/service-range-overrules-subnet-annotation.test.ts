// With service ranges in its Network a Service went to the first subnet that they touch: not to the one that it names, and also where nothing
// but the gateway is in the range.
import { expect, it } from "vitest";
import { base, network, service, translate } from "../../support/mizar";

const withRanges = (...cidrs: string[]) => [...base.slice(0, 3), network("vpc-1", "v", { service: { ipam: "External", cidrs } })];
const placed = (objects: unknown[]) => translate(objects).shown.services.map(({ endpoint }) => [endpoint.net, endpoint.ip]);
const inNet2 = () => {
  const { metadata, ...rest } = service("s");
  return { ...rest, metadata: { ...metadata, annotations: { "mizar.com/vpc": "v", "mizar.com/subnet": "net2" } } };
};

it("the subnet that a Service names counts where the ranges allow it", () => {
  expect(placed([...withRanges("10.10.0.0/16"), inNet2()])).toEqual([["net2", "10.10.2.2"]]);
  expect(placed([...withRanges("10.10.1.128/25"), inNet2()])).toEqual([["net1", "10.10.1.128"]]);
});

it("a subnet that has no address of the ranges is passed over", () => {
  expect(placed([...withRanges("10.10.1.0/31", "10.10.2.16/28"), service("s")])).toEqual([["net2", "10.10.2.16"]]);
});
