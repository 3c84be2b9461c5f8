import { expect, it } from "vitest";
import { ingress, service, slice, translate } from "../../unit/sdk/targets/avi/ako-world";

// AKO 1.2 reads Endpoints (ako.md 1.1), which hold the first family of a Service alone. From the EndpointSlices of a Service of two families
// each Pod became two servers, one of them at an address that AKO 1.2 never saw.
const slices = [slice("IPv4", "10.244.0.5"), slice("IPv6", "fd00::5")];

interface FamilyPool {
  servers?: { ip: { addr: string } }[];
}
const serversOf = (naming: string, spec: object, ...more: object[]) => {
  const { objects } = translate({ naming }, service("web", spec), ingress("shop", "shop.avi.internal"), ...more);
  return ((objects.pool ?? [])[0] as FamilyPool | undefined)?.servers?.map(({ ip }) => ip.addr);
};

it.each(["ako-1.2", "ako-1.2.1"])("has its servers in the first family of the Service: %s", (naming) => {
  expect(serversOf(naming, { ipFamilies: ["IPv4", "IPv6"] }, ...slices)).toEqual(["10.244.0.5"]);
  expect(serversOf(naming, { ipFamilies: ["IPv6", "IPv4"] }, ...slices)).toEqual(["fd00::5"]);
});

it("has those that the specs give where the Service says nothing of families", () => {
  expect(serversOf("ako-1.2", {}, slice("IPv6", "fd00::5"))).toEqual(["fd00::5"]);
});
