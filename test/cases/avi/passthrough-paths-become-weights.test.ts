// Ingress with passthrough and several paths that lead to one Service: the paths became weights (2:1), where AKO gives each Service the same
// share. Acceptance cases ako-2/live-03 and -03b.
import { expect, it } from "vitest";
import { avi, ingress, service, translate } from "../../unit/sdk/targets/avi/ako-world";

/** A passthrough Ingress with a path for each Service. */
function through(...services: string[]) {
  const { metadata, spec, ...rest } = ingress("shop", "shop.avi.internal");
  const paths = services.map((name, at) => ({
    path: `/${at}`,
    pathType: "Prefix",
    backend: { service: { name, port: { number: 80 } } },
  }));
  return {
    ...rest,
    metadata: { ...metadata, annotations: { "passthrough.ako.vmware.com/enabled": "true" } },
    spec: { ...spec, rules: [{ host: "shop.avi.internal", http: { paths } }] },
  };
}

it.each(["ako-2", "ako-2-evh"])("%s: each Service of the paths has the same share", (naming) => {
  const sharesOf = (...services: string[]) => {
    const { objects } = translate({ naming }, avi(), service("web"), service("adm"), through(...services));
    const groups = objects.poolgroup?.filter(({ name }) => name === "my-cluster--shop.avi.internal") ?? [];
    const members = groups.flatMap(({ members: all }) => all as { pool_ref: string; ratio: number }[]);
    return members.map(({ pool_ref, ratio }) => `${pool_ref.slice(pool_ref.lastIndexOf("-") + 1)} ${ratio}`).sort();
  };
  expect(sharesOf("web", "web")).toEqual(["web 100"]);
  expect(sharesOf("web", "web", "adm")).toEqual(["adm 100", "web 100"]);
  expect(sharesOf("web", "adm")).toEqual(["adm 100", "web 100"]);
});
