import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { CertificateRef } from "../../resources/octavia/fields";
import type { LoadBalancerBody } from "../../resources/octavia/types";

/** A real HAProxy with what a real Octavia has written; tools/octavia-server/traffic.mjs starts it. */
export interface Traffic {
  send(
    balancer: string,
    to: { tls: boolean; host: string; path: string; headers?: { [name: string]: string | undefined } },
  ): Promise<string | number>;
  stop(): Promise<void>;
}

/** A real Octavia; tools/octavia-server/index.mjs starts it. */
export interface TrafficServer {
  url: string;
  env: { [name: string]: string };
  stop(): Promise<void>;
}

/** Creates a load balancer in one call, as the provider does, and waits until it is active. Certificates are references that no one reads. */
export async function createBalancer(server: TrafficServer, body: LoadBalancerBody): Promise<void> {
  const headers = { "content-type": "application/json", "x-project-id": server.env.OS_PROJECT_ID ?? "" };
  const store = (given: CertificateRef) => (typeof given === "string" ? given : `http://store/v1/secrets/${randomUUID()}`);
  const listeners = body.listeners?.map(({ default_tls_container_ref: first, sni_container_refs: others, ...rest }) => ({
    ...rest,
    ...(first ? { default_tls_container_ref: store(first) } : {}),
    ...(others ? { sni_container_refs: others.map(store) } : {}),
  }));
  const made = await fetch(`${server.url}/v2/lbaas/loadbalancers`, {
    method: "POST",
    headers,
    body: JSON.stringify({ loadbalancer: { ...body, listeners } }),
  });
  const { loadbalancer, faultstring } = (await made.json()) as { loadbalancer: { id: string }; faultstring?: string };
  expect(made.status, faultstring).toBe(201);
  const status = async () => {
    const live = await fetch(`${server.url}/v2/lbaas/loadbalancers/${loadbalancer.id}`, { headers });
    return ((await live.json()) as { loadbalancer: { provisioning_status: string } }).loadbalancer.provisioning_status;
  };
  const end = Date.now() + 120_000;
  while (Date.now() < end && (await status()) !== "ACTIVE") await sleep(500);
  expect(await status(), body.name).toBe("ACTIVE");
}
