// Faults in mizar.com/subnet were blamed on the annotation of the interfaces, and on the label of the Network, which may not even exist.
import { expect, it } from "vitest";
import { base, pod, service, subnet, translate, vpc } from "../../support/mizar";

const others = [vpc("w", "10.30.0.0", 16), subnet("w1", "w", "10.30.1.0", 24)];
const annotated = <T extends { metadata: object }>(object: T, annotations: object) => ({
  ...object,
  metadata: { ...object.metadata, annotations },
});

it.each([
  [{ "mizar.com/vpc": "v", "mizar.com/subnet": "gone" }, "LBSubnetNotFound", "mizar.com~1subnet"],
  [{ "mizar.com/vpc": "v", "mizar.com/subnet": "w1" }, "LBSubnetNotInVpc", "mizar.com~1subnet"],
  [{ "mizar.com/vpc": "gone", "mizar.com/subnet": "w1" }, "LBVpcNotFound", "mizar.com~1vpc"],
  [{ "mizar.com": '{"vpc": "v", "subnet": "w1"}' }, "LBSubnetNotInVpc", "mizar.com"],
  [{ "mizar.com": '{"vpc": "gone"}' }, "LBVpcNotFound", "mizar.com"],
])("%j is told where it stands", (annotations, code, name) => {
  const fault = { state: "rejected", diagnostics: [{ code, pointer: `/metadata/annotations/${name}` }] };
  const { status } = translate([
    ...base,
    ...others,
    annotated(pod("p", { net: null }), annotations),
    annotated(service("s", {}, { tenant: "customerA" }), annotations),
  ]);
  expect(status("Pod", "p")).toMatchObject(fault);
  expect(status("Service", "s")).toMatchObject(fault);
});
