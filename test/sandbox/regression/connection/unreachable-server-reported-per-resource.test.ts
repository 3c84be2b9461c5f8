import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../../sandbox/index";
import { providerHere } from "../../../support/provider-here";
import { scriptedServer } from "../../../support/scripted-server";
import { Resource } from "../../lib/engine";
import type { Props } from "../../lib/host";
import { poolInputs } from "../../lib/samples";

let secure: AviSandbox;
beforeAll(async () => {
  secure = await startAviSandbox({ rateLimit: "off", https: true });
});
afterAll(() => secure?.close());

const inputs = (name: string): Props => ({ ...poolInputs(name) });
/** Nobody listens on the first ports. */
const REFUSED = "https://127.0.0.1:1";

const controller = (url: string) =>
  providerHere({ "avi:controller": url, "avi:username": "ci", "avi:password": "secret", "avi:retryDelay": "1", "avi:rateLimit": "off" });
const failed = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "",
    (error: Error) => error.message,
  );

describe("an Avi controller", () => {
  test.each([
    ["a refused connection", () => REFUSED, /connection refused/, /avi:controller/],
    ["an unknown host", () => "https://controller.invalid", /host name (is unknown|cannot be resolved)/, /avi:controller/],
    ["a certificate of nobody", () => secure.url, /certificate is not trusted: .*self.signed/, /avi:caCert/],
  ])("%s names host, cause and remedy, and is no fault of ours", async (_what, url, cause, remedy) => {
    const host = await controller(url());
    const message = await failed(new Resource(host, "avi:Pool").up(inputs("a")));
    expect(message).toMatch(/^LB2007: Pool a: /);
    expect(message).toContain(url());
    expect(message).toMatch(cause);
    expect(message).toMatch(remedy);
    expect(message).not.toMatch(/report it/);
  });

  test("is told in full once, not once per resource", async () => {
    const host = await controller(REFUSED);
    const messages: string[] = [];
    for (const name of ["a", "b", "c"]) messages.push(await failed(new Resource(host, "avi:Pool").up(inputs(name))));
    expect(messages.filter((text) => text.includes("avi:controller"))).toHaveLength(1);
    expect(messages[2]).toBe(`LB2007: Pool c: ${REFUSED}: connection refused (connect ECONNREFUSED 127.0.0.1:1); same cause as for Pool a`);
  });

  test("without configuration is told once too", async () => {
    const host = await providerHere({ "avi:controller": "", "avi:username": "", "avi:password": "" });
    const messages: string[] = [];
    for (const name of ["a", "b"]) messages.push(await failed(new Resource(host, "avi:Pool").up(inputs(name))));
    expect(messages.filter((text) => text.includes("pulumi config set"))).toHaveLength(1);
  });
});

describe("an API server", () => {
  const api = scriptedServer();
  const vpc = (kubeconfig: string) => providerHere({ "kubernetes:kubeconfig": kubeconfig, "kubernetes:retryDelay": "1" });
  const made = async (kubeconfig: string) => failed(new Resource(await vpc(kubeconfig), "mizar:Vpc").up(VPC));
  const VPC: Props = { owner: "pulumi-k8s-lb:a/b/c", metadata: { name: "v" }, spec: { ip: "10.0.0.0", prefix: 16, dividers: 1 } };

  test("that refuses connections is named with the field of the kubeconfig", async () => {
    const kubeconfig = api.kubeconfig().replaceAll(api.url, REFUSED);
    const message = await made(kubeconfig);
    expect(message).toMatch(/LB2102: .*https:\/\/127\.0\.0\.1:1: connection refused/);
    expect(message).toMatch(/`server` of the cluster in the kubeconfig/);
  });

  test.each([
    ["a gateway's JSON", { message: "no route matched", request_id: "x" }, "no route matched"],
    ["JSON in another form", { error: { code: 7, message: "denied by policy" } }, "denied by policy"],
    ["a Status without a message", { kind: "Status", apiVersion: "v1", reason: "Forbidden" }, "Forbidden"],
    ["JSON without a text", { code: 17 }, "answered 403"],
  ])("%s is told in words", async (_what, body, texts) => {
    api.answer = () => ({ status: 403, body });
    const [message] = (await made(api.kubeconfig())).split("\n");
    expect(message).toContain(texts);
    expect(message).not.toMatch(/[{}]/);
  });
});
