import type { KubernetesSandbox } from "../../../sandbox/index";
import { type OpenStackAnswer, send } from "./openstack-client";

/** Requests to a sandbox that serves http, as the administrator unless another token is given. */
export function clientOf({ url, token }: Pick<KubernetesSandbox, "url" | "token">, other = token) {
  const headers = { Authorization: `Bearer ${other}` };
  const request = (method: string, path: string, body?: unknown, more: { [name: string]: string } = {}): Promise<OpenStackAnswer> =>
    send(url + path, method, body, { ...headers, ...more });
  return {
    get: (path: string) => request("GET", path),
    post: (path: string, body: unknown) => request("POST", path, body),
    put: (path: string, body: unknown) => request("PUT", path, body),
    merge: (path: string, body: unknown) => request("PATCH", path, body, { "Content-Type": "application/merge-patch+json" }),
    apply: (path: string, body: unknown) => request("PATCH", path, body, { "Content-Type": "application/apply-patch+yaml" }),
    delete: (path: string, body?: unknown) => request("DELETE", path, body),
    /** The events of a watch until the server ends it. */
    async watch(path: string): Promise<{ type: string; object: { [field: string]: unknown } }[]> {
      const { text } = await request("GET", path);
      return text
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line));
    },
  };
}

export const configMap = (name: string, data: { [key: string]: string } = {}): object => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name },
  data,
});

/** Asks until the answer has this status. */
export async function until(look: () => Promise<OpenStackAnswer>, status: number): Promise<OpenStackAnswer> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const answer = await look();
    if (answer.status === status) return answer;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`no answer with ${status} within two seconds`);
}
