import { describe, expect, it } from "vitest";
import { openShiftRoute, served } from "../../support/manifests";
import { CERTIFICATE, PRIVATE_KEY } from "../../support/pem";
import { onAviAs } from "../../support/said";

// The redirect of a Route covers its host as a whole; what other Routes serve in clear text was lost, and they were ready.

const edge = (insecureEdgeTerminationPolicy: string) => ({
  termination: "edge",
  insecureEdgeTerminationPolicy,
  certificate: CERTIFICATE,
  key: PRIVATE_KEY,
});
const to = (name: string) => ({ kind: "Service", name });
const redirect = openShiftRoute("secure", { host: "example.com", path: "/pay", to: to("b"), tls: edge("Redirect") });
const around = [...served("a", 1), ...served("b", 2), redirect];

describe("beside a Route with policy Redirect", () => {
  const open = openShiftRoute("open", { host: "example.com", to: to("a") });

  it.each(["ako-1.2", "ako-1.2.1", "ako-2"])("a Route in clear text is partial with naming %s", (naming) => {
    const ako = naming === "ako-2" ? "AKO 2" : "AKO";
    const { about } = onAviAs(naming, [...around, open]);
    const message = `LB1301 example.com/ is not served in clear text: the redirect of ${ako} is for the whole host`;
    expect(about("open")).toEqual({ state: "partial", said: [message] });
    expect(about("secure").state).toBe("ready");
  });

  it("it is served on TLS where a virtual service answers on both ports, and that is reported", () => {
    const { about } = onAviAs("ako-2-evh", [...around, open]);
    expect(about("open")).toEqual({
      state: "ready",
      said: [
        "LB1302 example.com/ is not served in clear text: the redirect of AKO 2 is for the whole host",
        "LB1302 https://example.com: served like clear text: the virtual service answers on both ports, as AKO 2 has it",
      ],
    });
  });

  it.each(["ako-1.2", "ako-2", "ako-2-evh"])("a Route with policy Allow is served on TLS only with naming %s", (naming) => {
    const { about } = onAviAs(naming, [...around, openShiftRoute("free", { host: "example.com", to: to("a"), tls: edge("Allow") })]);
    expect(about("free").said.filter((text) => text.includes("the redirect of AKO"))).toHaveLength(1);
  });
});

it("the redirect of another host of an ako-2 parent takes a Route in clear text too", () => {
  const none = openShiftRoute("none", { host: "i.com", path: "/x", to: to("b"), tls: { ...edge("None") } });
  const open = openShiftRoute("open", { host: "i.com", to: to("a") });
  const { about } = onAviAs("ako-2", [...around, none, open], { shardVSSize: "SMALL", l7ShardingScheme: "namespace" });
  expect(about("open").said).toContain("LB1301 i.com/ is not served in clear text: the redirect of AKO 2 is for the whole host");
});

it.each(["ako-2-evh"])("without a redirect, what answers on both ports is reported to each path with naming %s", (naming) => {
  const open = openShiftRoute("open", { host: "example.com", to: to("a") });
  const plain = openShiftRoute("plain", {
    host: "example.com",
    path: "/x/",
    to: to("b"),
    tls: { ...edge("Allow"), insecureEdgeTerminationPolicy: undefined },
  });
  const { about } = onAviAs(naming, [...served("a", 1), ...served("b", 2), open, plain]);
  const both = "the virtual service answers on both ports, as AKO 2 has it";
  expect(about("open").said).toEqual([`LB1302 https://example.com: served like clear text: ${both}`]);
  expect(about("plain").said).toEqual([`LB1302 http://example.com/x/...: served like TLS: ${both}`]);
});
