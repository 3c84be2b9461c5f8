import { expect, it } from "vitest";
import { sharingConflict } from "../../../sdk/targets/octavia/lower/sharing";

// A Service with listeners of its own on a full load balancer got the message that the others leave no room for it.
const present = ["a", "b"].map((tag, i) => ({ protocol: "TCP" as const, protocol_port: 80 + i, tags: [tag] }));
const port = (protocol_port: number) => [{ protocol: "TCP" as const, protocol_port }];
const full = { id: "lb1", present, shared: 2 };

it("one of those that share it may change its ports", () => {
  expect(sharingConflict(port(90), { ...full, service: "b" })).toBeUndefined();
});

it("another may not come in, nor may one of them take a port of the other", () => {
  expect(sharingConflict(port(90), { ...full, service: "c" })).toBe("load balancer lb1 already shared with 2 Services");
  expect(sharingConflict(port(80), { ...full, service: "b" })).toBe("the listener port 80 already exists");
});
