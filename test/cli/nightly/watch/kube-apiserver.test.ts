import { type AddressInfo, connect as connectTo, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "../../../../provider/kubernetes/connect";
import { type AviSandbox, startAviSandbox } from "../../../../sandbox/index";
import { clusterWorld } from "../../../sandbox/lib/cluster-world";
import { eventually } from "../../../support/eventually";
import { AVI_PROGRAM, aviEnv, ENDS_MS, ingress, NAMESPACE, service, slice, WatchLab } from "../../../support/watch-lab";
import { addressesIn } from "../../../support/watched";

// A real API server with the rights of `k8s-lb rbac` as the source: EndpointSlices, bookmarks, connections that end, a token that is replaced.

const world = clusterWorld();
const ACCOUNT = `/api/v1/namespaces/default/serviceaccounts`;
/** So long an API server believes a token that it has just seen. */
const TOKEN_CACHE_MS = 12_000;
let lab: WatchLab;
let avi: AviSandbox;
let door: Door;

/** The way to the API server, which a test closes and opens again: a restart, as clients see it. */
class Door {
  private readonly through = new Set<Socket>();
  private open = true;
  private readonly server: Server;

  constructor(port: number) {
    this.server = createServer((client) => {
      if (!this.open) return void client.destroy();
      const connection = connectTo(port, "127.0.0.1");
      for (const [one, other] of [
        [client, connection],
        [connection, client],
      ] as const) {
        this.through.add(one);
        one.on("error", () => other.destroy());
        one.on("close", () => other.destroy());
        one.pipe(other);
      }
    });
  }

  listen(): Promise<number> {
    return new Promise((done) => this.server.listen(0, "127.0.0.1", () => done((this.server.address() as AddressInfo).port)));
  }

  shut(): void {
    this.open = false;
    for (const socket of this.through) socket.destroy();
    this.through.clear();
  }

  reopen(): void {
    this.open = true;
  }

  close(): void {
    this.shut();
    this.server.close();
  }
}

const servers = () => addressesIn(avi.store.list("pool").map((pool) => pool.servers ?? []));
const follows = (...ips: string[]) => eventually(() => expect(servers()).toEqual(ips), 60_000);

/** A kubeconfig of the limited user, through the door. */
let throughDoor: (kubeconfig: string) => string;

beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
  await world.api("POST", "/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name: NAMESPACE } });
  const limited = await world.limited({ target: "avi", follow: true });
  const url = new URL(JSON.parse(limited).clusters[0].cluster.server);
  door = new Door(Number(url.port));
  const port = await door.listen();
  throughDoor = (kubeconfig) => kubeconfig.replaceAll(url.host, `127.0.0.1:${port}`);
  lab = new WatchLab(throughDoor(limited), aviEnv(avi), connect({ kubeconfig: world.admin() }));
  await lab.begin(AVI_PROGRAM, [service(), slice("10.1.0.1"), ingress("shop.example.com")]);
}, 300_000);

afterAll(async () => {
  lab?.dispose();
  door?.close();
  await avi?.close();
});

test("EndpointSlices flow, over lost connections and over a new token", async () => {
  expect(servers()).toEqual(["10.1.0.1"]);
  const watch = await lab.watch("--settle", "1h", "--empty-after", "1s");
  await lab.put(slice("10.1.0.1", "10.1.0.2"));
  await follows("10.1.0.1", "10.1.0.2");

  // away for a while: nothing is taken away, and what happened in between is caught up
  door.shut();
  await watch.says(/cannot be followed/);
  await lab.put(slice());
  await new Promise((done) => setTimeout(done, 3_000));
  expect(servers()).toEqual(["10.1.0.1", "10.1.0.2"]);
  await lab.put(slice("10.1.0.3"));
  door.reopen();
  await follows("10.1.0.3");
  await eventually(async () => expect(await watch.status()).toMatchObject({ ready: true, troubles: [] }), 60_000);
  // reported once for all kinds and tries, and once when it is over
  expect(watch.said.match(/API server cannot be followed/g)).toHaveLength(1);
  expect(watch.said.match(/API server is followed again/g)).toHaveLength(1);

  // the account is created again, and the old token goes
  const account = (await world.api("GET", `${ACCOUNT}/pulumi-k8s-lb`)).body;
  await world.api("DELETE", `${ACCOUNT}/pulumi-k8s-lb`);
  await world.api("POST", ACCOUNT, { ...account, metadata: { name: "pulumi-k8s-lb" }, secrets: undefined });
  door.shut();
  await new Promise((done) => setTimeout(done, TOKEN_CACHE_MS));
  await lab.put(slice("10.1.0.4"));
  door.reopen();
  await watch.says(/cannot be followed: .*(401|Unauthorized)/);
  expect(servers()).toEqual(["10.1.0.3"]);
  lab.login(throughDoor(await world.limited({ target: "avi", follow: true })));
  await follows("10.1.0.4");

  // structure of a real server, and the Event that its rights allow
  await lab.put(ingress("other.example.com", "other"));
  await watch.says(/pending since .*Ingress shop\/other/);
  await eventually(async () => {
    const { items } = (await world.api("GET", `/api/v1/namespaces/${NAMESPACE}/events`)).body;
    // a server tells Events of its own too
    const ours = items.filter(({ source }: { source?: { component?: string } }) => source?.component === "k8s-lb-watch");
    expect(ours).toMatchObject([{ reason: "PendingReview", involvedObject: { kind: "Ingress", name: "other" } }]);
  }, 60_000);
  expect(await watch.stop()).toBeLessThan(ENDS_MS);
}, 600_000);
