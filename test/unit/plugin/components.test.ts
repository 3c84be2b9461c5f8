import * as pulumi from "@pulumi/pulumi";
import { expect, test } from "vitest";
import { makeComponent } from "../../../plugin/components";

// Python and Go give dictionaries to the plugin that no schema has checked.

const made = (settings: unknown) => () =>
  makeComponent("k8s-lb:avi:KubernetesCluster", "shop", { settings } as pulumi.Inputs, {}) as unknown;

test("a misspelt setting is refused by name, with the one that is meant", () => {
  expect(made({ clusterName: "c", shardVsSize: "SMALL" })).toThrow(
    /LB2026: there is no setting "shardVsSize" of shop\n {2}Meant is shardVSSize\? Known: .*clusterName, /,
  );
  expect(made({ nodePortSelector: { ky: "a" } })).toThrow(/there is no setting "ky" of shop\.nodePortSelector\n {2}Meant is key\?/);
});

test("settings that there are pass, also where their values come later", () => {
  const specsMissing = /LB2026: there is no specs of shop/;
  expect(made({ clusterName: "c", nodePortSelector: { key: "a", value: "b" } })).toThrow(specsMissing);
  expect(made(pulumi.output({ shardVsSize: "SMALL" }))).toThrow(specsMissing);
  expect(made(undefined)).toThrow(specsMissing);
});
