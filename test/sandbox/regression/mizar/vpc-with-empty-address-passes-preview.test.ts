// Mizar's operator takes the default for an address that is not there, and gives up on an empty one (mizar/obj/vpc.py, mizar/common/common.py).
import { expect, it } from "vitest";
import { SUBNET_OBJECTS, VPC_OBJECTS } from "../../../../provider/mizar/networks";
import { check } from "../../../../provider/mizar/preview";

const failures = (table: typeof VPC_OBJECTS | typeof SUBNET_OBJECTS, spec: { [field: string]: string }) =>
  check(table as typeof VPC_OBJECTS, {}, { owner: "o", metadata: { name: "n" }, spec: { vpc: "v", ...spec } }, () => {});

it.each([VPC_OBJECTS, SUBNET_OBJECTS])("an empty address is refused, a missing one is the operator's choice", (table) => {
  expect(failures(table, { ip: "", prefix: "16" })).toMatchObject([{ reason: expect.stringContaining("not an IPv4 address") }]);
  expect(failures(table, { prefix: "16" })).toEqual([]);
  expect(failures(table, { ip: "10.20.0.0", prefix: "" })).toEqual([]);
});
