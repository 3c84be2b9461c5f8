import { expect, it } from "vitest";
import { secret } from "../../support/contour";
import { root, served, to, toAvi, toOctavia } from "../../support/contour-on-targets";
import { onAvi, onOctavia } from "../../support/requests";

// The redirect of an empty path hid "/", which matches the same requests and is served in clear text, on Octavia.

const answers = (objects: unknown[]) => {
  const { balancers } = toOctavia(objects);
  return [onAvi(toAvi(objects).objects, "clear", "shop.com", "/x"), onOctavia(balancers[0], "clear", "shop.com", "/x")];
};
const common = [secret("shop/cert"), ...served("shop/web", 1), ...served("shop/old", 2)];
const tls = { secretName: "cert" };

it("of an empty path and a slash the slash counts", () => {
  const routes = [to("", "old"), to("/", "web", { permitInsecure: true })];
  const objects = [...common, root("shop/root", { fqdn: "shop.com", tls, routes })];
  expect(answers(objects)).toEqual([["cluster--shop.com_-shop-root-web"], "shop/web:80:RoundRobin"]);
});
