// Measures octavia.LoadBalancer on the real Octavia, compared with the fewest possible calls and with other tools, and a thousand Services
// on the sandbox.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { performance } from "node:perf_hooks";
import { startOctaviaServer } from "../tools/octavia-server/index.mjs";
import { measure } from "./pulumi.mjs";

const load = createRequire(import.meta.url);

/** Cost of the same Service with other tools on the same kind of server (16.0.0, no-op drivers): their calls, replayed from their sources. */
export const others = {
  create: {
    minimum: { writes: 1, reads: 6, locks: 1, seconds: 2.5 },
    "cloud-provider-openstack": { writes: 1, reads: 6, locks: 1, seconds: 2.7 },
    "pulumi-openstack, Members": { writes: 10, reads: 60, locks: 19, seconds: 13.3 },
    "pulumi-openstack, Member each": { writes: 37, reads: 249, locks: 73, seconds: 52.6 },
    "kuryr-kubernetes": { writes: 37, reads: 77, locks: 37, seconds: 73.1 },
  },
  "change of all endpoints": {
    minimum: { writes: 3, reads: 9, locks: 3, seconds: 3.2 },
    "cloud-provider-openstack": { writes: 3, reads: 14, locks: 3, seconds: 5.2 },
    "one write per endpoint and port (kuryr, Member each)": { writes: 30, locks: 30 },
  },
  delete: { minimum: { writes: 1, locks: 1, seconds: 0.4 } },
};

/** A Service with 3 ports and 10 endpoints, which are at `192.0.2.FIRST` and following. */
function service(first) {
  const listener = (port) => ({
    name: `web:${port}`,
    protocol: "TCP",
    protocol_port: port,
    default_pool: {
      name: `web:${port}`,
      protocol: "TCP",
      lb_algorithm: "ROUND_ROBIN",
      members: Array.from({ length: 10 }, (_, i) => ({
        name: `pod-${first + i}`,
        address: `192.0.2.${first + i}`,
        protocol_port: 8000 + port,
      })),
    },
  });
  const loadBalancer = { name: "web", vip_subnet_id: "11111111-1111-4111-8111-111111111111", listeners: [80, 81, 82].map(listener) };
  return { owner: "pulumi-k8s-lb:bench/bench/bench", loadBalancer };
}

/** Calls, provisioning cycles and time of each operation of one resource. */
export async function benchOctavia() {
  const server = await startOctaviaServer();
  const proxy = await countingProxy(server.url);
  const before = { ...process.env };
  Object.assign(process.env, server.env, { OS_ENDPOINT: proxy.url });
  try {
    const provider = load("pulumi-k8s-lb/provider").v1("octavia:LoadBalancer");
    const rows = {};
    const timed = async (name, work) => {
      proxy.take();
      const start = performance.now();
      const result = await work();
      rows[name] = { ...proxy.take(), seconds: (performance.now() - start) / 1000 };
      return result;
    };
    const { id, outs } = await timed("create", () => provider.create(service(10)));
    const { outs: changed } = await timed("change of all endpoints", () => provider.update(id, outs, service(100)));
    await timed("no change", () => provider.diff(id, changed, service(100)));
    await timed("refresh", () => provider.read(id, changed));
    await timed("delete", () => provider.delete(id, changed));
    return rows;
  } finally {
    process.env = before;
    await proxy.close();
    await server.stop();
  }
}

function services(count) {
  return Array.from({ length: count }, (_, i) => {
    const metadata = { name: `app-${i}`, namespace: `team-${i % 20}` };
    const address = (last) => ({ ip: `10.${100 + Math.floor(i / 250)}.${i % 250}.${last}` });
    return [
      {
        apiVersion: "v1",
        kind: "Service",
        metadata,
        spec: { type: "LoadBalancer", ports: [{ name: "http", port: 80, targetPort: 8080 }] },
      },
      {
        apiVersion: "v1",
        kind: "Endpoints",
        metadata,
        subsets: [{ addresses: [address(1), address(2)], ports: [{ name: "http", port: 8080 }] }],
      },
    ];
  }).flat();
}

/** Wall time of each operation with N Services, a load balancer each. */
export async function benchOctaviaServices(count) {
  const { startOctaviaSandbox } = load("pulumi-k8s-lb/sandbox");
  const { KubernetesCluster } = load("pulumi-k8s-lb/octavia");
  const sandbox = await startOctaviaSandbox({ auth: "noauth" });
  try {
    const specs = services(count);
    const settings = { service_subnet_id: "11111111-1111-4111-8111-111111111111" };
    const env = { OS_AUTH_TYPE: "none", OS_ENDPOINT: sandbox.url, OS_PROJECT_ID: "b".repeat(32) };
    return {
      services: count,
      ...(await measure(env, () => void new KubernetesCluster("bench", { specs, settings }), { backend: sandbox })),
    };
  } finally {
    await sandbox.close();
  }
}

/** A server on loopback that passes everything to `url` and counts it. Reads of a load balancer that is pending are what a client waits with. */
export async function countingProxy(url) {
  let counts = { writes: 0, reads: 0, locks: 0 };
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method } = request;
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !["host", "connection", "content-length"].includes(name)),
    );
    const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined;
    const answer = await fetch(url + request.url, { method, headers, body });
    if (method === "GET") counts.reads++;
    else counts.writes++;
    // Each write that is accepted takes the load balancer through PENDING_* once.
    if (method !== "GET" && answer.ok) counts.locks++;
    response.writeHead(answer.status, { "Content-Type": answer.headers.get("content-type") ?? "application/json" });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** The counts since the last call. */
    take() {
      const taken = counts;
      counts = { writes: 0, reads: 0, locks: 0 };
      return taken;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
