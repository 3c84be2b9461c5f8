import { expect, test } from "vitest";
import { findOctaviaAdoption } from "../../../../provider";
import { SUBNET } from "../../lib/octavia-samples";
import { octaviaEnvironment, octaviaWorld } from "../../lib/octavia-world";

// `kube_service_prod_2_shop_web` is of the cluster prod_2, and was reported as what prod has left behind.

const world = octaviaWorld();

test("an underscore tells its load balancers from those of the cluster that is asked for", async () => {
  for (const name of ["kube_service_prod_shop_web", "kube_service_prod_2_shop_web"])
    await world.api("POST", "/loadbalancers", { loadbalancer: { name, vip_subnet_id: SUBNET } });
  const reportOf = (cluster: string) => findOctaviaAdoption({ planned: [], from: "occm", cluster }, octaviaEnvironment(world.proxy.url));
  const remaining = async (cluster: string) => (await reportOf(cluster)).left.map(({ object }) => object);
  expect(await remaining("prod")).toEqual(["LoadBalancer kube_service_prod_shop_web"]);
  expect(await remaining("prod_2")).toEqual(["LoadBalancer kube_service_prod_2_shop_web"]);
});
