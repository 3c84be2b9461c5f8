import { expect, it } from "vitest";
import { secret } from "../../support/contour";
import { edge, give, root, served, to, toAvi } from "../../support/contour-on-targets";
import { onAvi } from "../../support/requests";

// With naming ako-2 a redirect for the whole host took the requests of routes with permitInsecure, and this was not reported.

const tls = { secretName: "cert" };
const objects = [
  secret("shop/cert"),
  ...served("shop/web", 1),
  ...served("shop/open", 2),
  ...served("team/open", 3),
  root("shop/root", {
    fqdn: "shop.com",
    tls,
    routes: [to("/", "web"), to("/open", "open", { permitInsecure: true }), give("/team", "team/edge")],
  }),
  edge("team/edge", [to("/team", "open", { permitInsecure: true })]),
];

it("ako-2 serves them in clear text", () => {
  const { objects: made, said } = toAvi(objects, { naming: "ako-2" });
  expect(onAvi(made, "clear", "shop.com", "/")).toEqual(["https"]);
  expect(onAvi(made, "clear", "shop.com", "/open/x")).toEqual(["cluster--shop.com_open-shop-root-open"]);
  expect(onAvi(made, "clear", "shop.com", "/team")).toEqual(["cluster--shop.com_team-team-edge-open"]);
  expect(said("LB1302").filter((message) => message.includes("not served"))).toEqual([]);
});

it.each([{ naming: "ako-2-evh" }, { naming: "ako-2", shardVSSize: "DEDICATED" }])("%o says that it does not", (settings) => {
  const { said } = toAvi(objects, settings);
  const whole = "is not served in clear text: the redirect of AKO 2 is for the whole host";
  expect(said("LB1302").filter((message) => message.includes("clear text"))).toEqual([`shop.com/open ${whole}`, `shop.com/team ${whole}`]);
});
