import type { OctaviaSandbox } from "../../../sandbox/index";

export interface OpenStackAnswer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes
  body: any;
}

/** One request, JSON both ways. */
export async function send(
  url: string,
  method: string,
  body?: unknown,
  headers: { [name: string]: string } = {},
): Promise<OpenStackAnswer> {
  const type: { [name: string]: string } = body === undefined ? {} : { "Content-Type": "application/json" };
  const sent = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetch(url, { method, headers: { ...type, ...headers }, body: sent });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const byPassword = (name: string, password = name, project?: string): object => ({
  auth: {
    identity: { methods: ["password"], password: { user: { name, domain: { name: "Default" }, password } } },
    ...(project === undefined ? {} : { scope: { project: { name: project, domain: { name: "Default" } } } }),
  },
});

/** The header of somebody who has logged in. */
export async function tokenOf(cloud: Pick<OctaviaSandbox, "authUrl">, user: string, project: string): Promise<{ [name: string]: string }> {
  const answer = await send(`${cloud.authUrl}/auth/tokens`, "POST", byPassword(user, user, project));
  return { "X-Auth-Token": answer.headers.get("x-subject-token") ?? "" };
}

/** Waits until a load balancer is neither being made nor changed; undefined when it is gone. */
export async function settled(
  cloud: OctaviaSandbox,
  id: string,
  headers: { [name: string]: string },
): Promise<{ [field: string]: unknown } | undefined> {
  for (let look = 0; look < 200; look++) {
    const { status, body } = await send(`${cloud.url}/v2/lbaas/loadbalancers/${id}`, "GET", undefined, headers);
    if (status === 404) return undefined;
    if (!body.loadbalancer.provisioning_status.startsWith("PENDING_")) return body.loadbalancer;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`load balancer ${id} stays pending`);
}
