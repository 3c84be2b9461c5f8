import { describe, expect, it } from "vitest";
import { changesBetween, specsByRow } from "../../../sdk/cli/diff/changes";
import { ingressV1, served } from "../../support/manifests";
import { onAviAs } from "../../support/said";

// A rule before others made a row of each rule behind it, and each row named all specs of the load balancer.

const rules = (place: "index" | "position", ...names: string[]) => ({
  list: [{ name: "lb", rules: names.map((name, at) => ({ [place]: at + 1, name, action: `to ${name}` })) }],
});
const fields = (before: object, after: object) => changesBetween({ ...before }, { ...after }, {}).map(({ field }) => field);

describe("a rule before others", () => {
  it.each(["index", "position"] as const)("is the only row, whatever %s the others have now", (place) => {
    expect(fields(rules(place, "a", "b"), rules(place, "new", "a", "b"))).toEqual(["rules[new]"]);
    expect(fields(rules(place, "a", "b", "c"), rules(place, "b", "c"))).toEqual(["rules[a]"]);
  });

  it("is the only row where names of rules end in their place, as those of AKO do", () => {
    const paths = (...all: string[]) =>
      onAviAs("ako-2-evh", [
        ...served("a", 1),
        ingressV1(
          "w",
          all.map((path) => ({ host: "w.com", path, type: "Prefix", service: "a" })),
        ),
      ]).objects;
    const changes = changesBetween(paths("/a", "/b"), paths("/longest", "/a", "/b"), {});
    const ofPolicy = changes
      .filter(({ type }) => type === "httppolicyset")
      .map(({ field = "", is }) => [field.slice(-2), JSON.stringify(is)]);
    expect(ofPolicy).toEqual([["0]", expect.stringContaining("/longest")]]);
  });
});

describe("rules in another order", () => {
  it("are rows", () => {
    expect(fields(rules("index", "a", "b"), rules("index", "b", "a"))).toEqual(["rules[a].index", "rules[b].index"]);
    expect(fields(rules("position", "a", "b"), rules("position", "new", "b", "a"))).toContain("rules[a].position");
  });
});

it("the first row of an object names some of its specs, the others none", () => {
  const owners = ["HTTPRoute/a/1", "HTTPRoute/a/2", "HTTPRoute/a/3", "HTTPRoute/a/4", "HTTPRoute/a/5"];
  const row = { change: "changed", type: "loadbalancers", name: "lb", field: "x", owners } as const;
  const shown = "HTTPRoute/a/1, HTTPRoute/a/2, HTTPRoute/a/3 and 2 more";
  expect(specsByRow([row, row, { ...row, name: "other" }])).toEqual([shown, "", shown]);
});
