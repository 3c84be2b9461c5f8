// A Pod that asked for its address as "IP" got another one, and this was not reported.
import { expect, it } from "vitest";
import { base, pod, translate } from "../support/mizar";

it("unknown fields of the annotation are told, once each", () => {
  const nic = [{ IP: "10.10.1.9" }, { subnet: "net2", IP: "10.10.2.9", mac: "02:00:00:00:00:01" }];
  const { status } = translate([...base, pod("p", { nic })]);
  const pointer = "/metadata/annotations/arktos.futurewei.com~1nic";
  expect(status("Pod", "p")).toMatchObject({
    state: "ready",
    diagnostics: ["IP", "mac"].map((name) => ({ code: "LB1006", pointer, message: expect.stringContaining(`field ${name} `) })),
  });
  expect(
    translate([...base, pod("p", { nic: { name: "eth0", ip: "10.10.1.9", subnet: "net1" } })]).status("Pod", "p")?.diagnostics,
  ).toEqual([]);
});
