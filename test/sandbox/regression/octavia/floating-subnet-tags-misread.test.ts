// `floating-subnet-tags: a,b` asked for subnets with both tags, and `!a,b` took those with one of them. With the OpenStack cloud
// provider the one means one of them, and the other none of them.
import { afterAll, beforeAll, expect, it } from "vitest";
import { connect, type OpenStack } from "../../../../provider/octavia/client";
import { ensureFloatingIp } from "../../../../provider/octavia/load-balancer/floating-ip";
import { type OctaviaSandbox, startOctaviaSandbox } from "../../../../sandbox/index";
import { openstackEnvironment } from "../../../../sandbox/octavia-sandbox";
import { send, tokenOf } from "../../../unit/sandbox/openstack-client";

let cloud: OctaviaSandbox;
let stack: OpenStack;

beforeAll(async () => {
  cloud = await startOctaviaSandbox({ provisioningMs: 5 });
  const env = { ...openstackEnvironment(cloud), OS_USERNAME: "admin", OS_PASSWORD: "admin", OS_PROJECT_NAME: "admin" };
  stack = connect({ get: () => undefined, explicit: () => undefined, env });
  const headers = await tokenOf(cloud, "admin", "admin");
  const neutron = (method: string, path: string, body: object) => send(`${cloud.networkUrl}/v2.0/${path}`, method, body, headers);
  const subnet = async (cidr: string, tags: string[]) => {
    const expected = { network_id: cloud.externalNetworkId, cidr, ip_version: 4, name: tags.join("-") };
    const { id } = (await neutron("POST", "subnets", { subnet: expected })).body.subnet;
    await neutron("PUT", `subnets/${id}/tags`, { tags });
  };
  await subnet("203.0.114.0/24", ["alice", "bob"]);
  await subnet("203.0.115.0/24", ["peter"]);
});
afterAll(() => cloud.close());

/** The floating IP that a VIP gets; the subnet from the start, 203.0.113.0/24, has no tags. */
async function addressFor(more: object): Promise<string> {
  const { port } = await stack.network.post("/v2.0/ports", { port: { network_id: cloud.networkId } });
  const made = await ensureFloatingIp(
    stack.network,
    (port as { id: string }).id,
    { floating_network_id: cloud.externalNetworkId, ...more },
    "me",
  );
  return made.address;
}

it.each([
  ["alice,peter", "203.0.114."],
  ["peter, nobody", "203.0.115."],
  ["nobody|peter", "203.0.115."],
  ["&alice,bob", "203.0.114."],
  ["!alice,peter", "203.0.113."],
  ["!bob", "203.0.113."],
  ["!&alice,bob", "203.0.113."],
])("%s", async (subnet_tags, network) => {
  expect(await addressFor({ subnet_tags })).toContain(network);
});

it("all of some tags that no subnet has together", async () => {
  await expect(addressFor({ subnet_tags: "&alice,peter" })).rejects.toThrow("no subnet has tags &alice,peter");
});

it("none of some tags", async () => {
  await expect(addressFor({ subnet_name: "alice*", subnet_tags: "!alice,peter" })).rejects.toThrow(
    "no subnet has name alice* and tags !alice,peter",
  );
});

it("a wanted address says where it is, whatever the pattern", async () => {
  expect(await addressFor({ subnet_tags: "alice", floating_ip_address: "203.0.115.77" })).toBe("203.0.115.77");
});
