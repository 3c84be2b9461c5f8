import { describe, expect, it } from "vitest";
import { reviewChanges } from "../../../../requests/review/changes";
import { NO_FACTS, type ReviewFacts } from "../../../../requests/review/facts";
import { reviewLines } from "../../../../requests/review/lines";
import { ingressV1, secret, served } from "../../../support/manifests";
import { CERTIFICATE, PRIVATE_KEY } from "../../../support/pem";
import { reviewOf } from "../../../support/review";

// A summary named the field of a child behind an address move, called it a move where the address stays, and listed settings that do not exist.

const specs = (["a.com", "b.com", "c.com", "d.com"] as const).flatMap((host, at) => [
  ...served(`s${at}`, at + 1),
  ingressV1(`i${at}`, [{ host, path: "/", type: "Prefix", service: `s${at}` }], { tls: [host] }),
]);
const withSecret = [...specs, secret("cert", CERTIFICATE, PRIVATE_KEY)];
const settings = { clusterName: "c1", naming: "ako-1.2", shardVSSize: "LARGE" };

describe.each([["20.1.5"], ["22.1.3"]])("hosts that move to another virtual service of controller %s", (controllerVersion) => {
  it("are said by their addresses alone", () => {
    const before = { specs: withSecret, settings: { ...settings, controllerVersion } };
    const lines = reviewOf("avi", before, { specs: withSecret, settings: { ...before.settings, shardVSSize: "SMALL" } });
    expect(lines[0]).toMatch(/^1 setting changed, \d address(es)? moves?$/);
    expect(lines.join("\n")).not.toContain("vh_parent_vs");
  });
});

const facts = (server: string, holder: string): ReviewFacts => ({
  ...NO_FACTS,
  addresses: { "host a.com": { server, holder, serverIn: `avi:SniVS ${server}`, holderIn: `avi:SharedVS ${holder}` } },
});

it("an address that stays does not move", () => {
  expect(reviewLines(reviewChanges(facts("one", "vip"), facts("two", "vip")))).toEqual([
    "1 address gets another object",
    "  ~ a.com: from one to two at the same address: one lets go of it before two has it",
  ]);
});

it("an address whose object is created again is interrupted", () => {
  const replaced = new Set(["avi:SharedVS vip"]);
  expect(reviewLines(reviewChanges(facts("one", "vip"), facts("one", "vip"), replaced))).toEqual([
    "1 address is interrupted",
    "  ~ a.com: vip is deleted and created again: unreachable meanwhile",
  ]);
});

it("a setting that does not exist is none of the summary", () => {
  const lines = reviewOf("avi", { specs: [], settings }, { specs: [], settings: { ...settings, nameing: "ako-2" } });
  expect(lines).toEqual([]);
});
