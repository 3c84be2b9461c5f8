// The children of a ConfigFile or Chart are an output of a list (by name in the first version): it was read as one object without a kind.
import * as pulumi from "@pulumi/pulumi";
import { expect, it } from "vitest";
import { manifestsOf } from "../../../sdk/components/sources";
import { recordResources } from "../../../sdk/testing";

recordResources();

/** As the SDK makes them: members are outputs. */
class Child extends pulumi.CustomResource {
  declare readonly kind: pulumi.Output<string>;
  constructor(name: string) {
    super("kubernetes:core/v1:Service", name, { apiVersion: "v1", kind: "Service", metadata: { name } });
  }
}

class Chart extends pulumi.ComponentResource {
  constructor(
    name: string,
    readonly resources: pulumi.Output<unknown>,
  ) {
    super("kubernetes:helm.sh/v4:Chart", name);
  }
}

const manifest = (name: string) => ({ apiVersion: "v1", kind: "Service", metadata: { name } });

it.each([
  ["list", (children: Child[]) => pulumi.output(children)],
  [
    "table by name",
    (children: Child[]) => pulumi.output(Object.fromEntries(children.map((child, index) => [`v1/Service::${index}`, child]))),
  ],
])("the children of a chart are a %s in an output", async (form, held) => {
  const children = [new Child(`a-${form}`), new Child(`b-${form}`)];
  const expected = [manifest(`a-${form}`), manifest(`b-${form}`)];
  expect(await manifestsOf(new Chart(`chart-${form}`, held(children)))).toEqual(expected);
  expect(await manifestsOf(held(children))).toEqual(expected);
});

it("an output holds a list of plain objects, or one", async () => {
  expect(await manifestsOf(pulumi.output([manifest("a"), manifest("b")]))).toEqual([manifest("a"), manifest("b")]);
  expect(await manifestsOf(pulumi.output(manifest("a")))).toEqual([manifest("a")]);
});
