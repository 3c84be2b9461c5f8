import { expect, test } from "vitest";
import { readMizarSpecs } from "../../sdk/frontends";
import { translateToMizar } from "../../sdk/targets/mizar/translate";
import { network, pod, subnet, vpc } from "../support/mizar";

const said = (annotated: string) => {
  const nginx = pod("nginx", { nic: { name: "eth0" } }) as unknown as { metadata: { annotations: object } };
  const annotations = { ...nginx.metadata.annotations, "mizar.com/vpc": annotated };
  const pods = [{ ...nginx, metadata: { ...nginx.metadata, annotations } }];
  const networks = [vpc("a", "10.1.0.0", 16), subnet("a1", "a", "10.1.1.0", 24), vpc("b", "10.2.0.0", 16), network("vpc-1", "a")];
  const specs = readMizarSpecs([...networks, ...pods].map((value) => ({ value })));
  const { statuses } = translateToMizar(specs, {});
  const { diagnostics = [] } = statuses.find(({ object }) => object.kind === "Pod") ?? {};
  return diagnostics.map(({ code, pointer }) => `${code} ${pointer}`);
};

test("an annotation that names another VPC than the Network of a Pod is told", () => {
  expect(said("b")).toEqual(["LB1006 /metadata/annotations/mizar.com~1vpc"]);
  expect(said("a")).toEqual([]);
});
