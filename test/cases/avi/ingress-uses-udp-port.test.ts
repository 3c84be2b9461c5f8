import { expect, it } from "vitest";
import { avi, ingress, service, translate } from "../../unit/sdk/targets/avi/ako-world";

// A Service for HTTP/3 has one port number on UDP and on TCP. An Ingress that names the number got the one that is first, and with UDP
// the monitor System-UDP, though requests over TCP are sent there (AKO has no other monitor than System-TCP for a path).
const port = (protocol: string, targetPort: number) => ({ name: protocol === "UDP" ? "h3" : "https", protocol, port: 80, targetPort });
const endpoints = {
  apiVersion: "v1",
  kind: "Endpoints",
  metadata: { name: "web", namespace: "default" },
  subsets: [
    {
      addresses: [{ ip: "10.244.0.1" }],
      ports: [
        { name: "h3", port: 8443, protocol: "UDP" },
        { name: "https", port: 9443, protocol: "TCP" },
      ],
    },
  ],
};

interface MonitoredPool {
  health_monitor_refs: string[];
  servers?: { port: number }[];
}
const pool = (settings: object, ports: object[], name?: string) => {
  const shop = ingress("shop", "shop.avi.internal");
  const [rule] = shop.spec.rules;
  const [path] = rule?.http.paths ?? [];
  if (name && path) Object.assign(path.backend.service, { port: { name } });
  const { objects } = translate(settings, avi(), service("web", { ports }), endpoints, shop);
  const [{ health_monitor_refs: [monitor] = [], servers } = { health_monitor_refs: [] }] = (objects.pool ??
    []) as unknown as MonitoredPool[];
  return [monitor, servers?.map((server) => server.port)];
};

it.each([{}, { naming: "ako-2" }, { naming: "ako-2-evh" }])("a number means the port on TCP, wherever it stands: %j", (settings) => {
  const [udp, tcp] = [port("UDP", 8443), port("TCP", 9443)];
  const expected = ["/api/healthmonitor?name=System-TCP", [9443]];
  expect(pool(settings, [udp, tcp])).toEqual(expected);
  expect(pool(settings, [tcp, udp])).toEqual(expected);
});

it("a port on UDP that is named is monitored like any other of a path", () => {
  expect(pool({ naming: "ako-2" }, [port("UDP", 8443), port("TCP", 9443)], "h3")).toEqual(["/api/healthmonitor?name=System-TCP", [8443]]);
});
