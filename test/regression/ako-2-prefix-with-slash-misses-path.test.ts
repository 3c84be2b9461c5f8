import { expect, it } from "vitest";
import { ingressV1, secret, served } from "../support/manifests";
import { CERTIFICATE, PRIVATE_KEY } from "../support/pem";
import { onAviAs } from "../support/said";

// Prefix /foo/ is /foo too; AKO 2 begins its rule with /foo/, so /foo went to the next shorter path, and this was not reported.

const paths = [
  { host: "s.com", path: "/", service: "a" },
  { host: "s.com", path: "/foo/", service: "b" },
  { host: "s.com", path: "/bar/", type: "Exact" as const, service: "b" },
];
const objects = [...served("a", 1), ...served("b", 2), secret("cert", CERTIFICATE, PRIVATE_KEY), ingressV1("s", paths, { tls: ["s.com"] })];

it.each(["ako-2", "ako-2-evh"])("%s says which path it misses", (naming) => {
  expect(onAviAs(naming, objects).about("s").said).toEqual(["LB1302 s.com/foo/ misses /foo itself: AKO 2 matches prefixes of characters"]);
});

it("older generations serve it", () => {
  expect(onAviAs("ako-1.2", objects).about("s").said).toEqual([]);
});
