import { expect, test } from "vitest";
import { check } from "../../../../provider/octavia/preview/check";
import { readSpecs } from "../../../../sdk/frontends";
import { octaviaObjects } from "../../../../sdk/targets/octavia/plan";
import { translateToOctavia } from "../../../../sdk/targets/octavia/translate";
import { node, service } from "../../../support/manifests";

// A Service that asks for a health monitor whose checks last longer than the pause between two stopped the whole program with LB2016, which
// named neither Service nor annotation. A shorter pause alone was enough: the timeout of the settings is 3 s. Later its timeout was cut, so
// that a load balancer that was taken over from the cloud provider got a write.

const monitorsOf = (annotations: Record<string, string>) => {
  const web = service("web", [{ port: 80, nodePort: 30080 }], "LoadBalancer");
  const objects = [node("n1", "10.0.0.7"), { ...web, metadata: { ...web.metadata, annotations } }];
  const specs = readSpecs(objects.map((value) => ({ value })));
  const given = { naming: "occm", subnet_id: "s", floating_network_id: "f", create_monitor: true };
  const plan = translateToOctavia(specs, { settings: given });
  const { statuses } = plan;
  const times = [...JSON.stringify(octaviaObjects(plan).objects).matchAll(/"delay":(\d+),"timeout":(\d+)/g)].map(([, ...pair]) =>
    pair.map(Number),
  );
  return {
    times,
    told: statuses.flatMap((status) => status.diagnostics.map(({ code, pointer, message }) => ({ code, pointer, message }))),
  };
};
const PREFIX = "loadbalancer.openstack.org/health-monitor";

test.each([
  [{ [`${PREFIX}-timeout`]: "60" }, 5, 60],
  [{ [`${PREFIX}-delay`]: "2" }, 2, 3],
])(
  "a check that may last longer than the pause between two is sent as it is asked for, as by the cloud provider: %o",
  (annotations, delay, expected) => {
    const { times, told } = monitorsOf(annotations);
    expect(times).toEqual([[delay, expected]]);
    const message = `a check of the health monitor of port 80/TCP may last ${expected} s, longer than the ${delay} s between two`;
    expect(told).toEqual([
      { code: "LB1403", pointer: "/metadata/annotations/loadbalancer.openstack.org~1health-monitor-timeout", message },
    ]);
  },
);

test("the provider takes it from a program too", () => {
  const healthmonitor = { type: "TCP", delay: 5, timeout: 60, max_retries: 1 };
  const pools = [{ name: "p", protocol: "TCP", lb_algorithm: "ROUND_ROBIN", healthmonitor }];
  expect(check({ owner: "me", loadBalancer: { name: "lb", vip_subnet_id: "s", pools } })).toEqual([]);
});

test("times that fit are as they are asked for, and nothing is said", () => {
  expect(monitorsOf({ [`${PREFIX}-delay`]: "10", [`${PREFIX}-timeout`]: "10" })).toEqual({ times: [[10, 10]], told: [] });
});
