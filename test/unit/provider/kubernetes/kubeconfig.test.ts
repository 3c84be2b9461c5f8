import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { connect } from "../../../../provider/kubernetes/connect";
import { scriptedServer } from "../../../support/scripted-server";

const server = scriptedServer();
const nodes = { group: "", version: "v1", plural: "nodes", kind: "Node", namespaced: false, tenanted: false };
const node = { type: nodes, name: "n1" };
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "kubeconfig-"));
  server.answer = () => ({ body: { apiVersion: "v1", kind: "Node", metadata: { name: "n1" } } });
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o700 });
  return path;
}

const authorization = () => server.seen.at(-1)?.headers.authorization;

describe("where it comes from", () => {
  test("a path, the text, or KUBECONFIG with the contexts of several files", async () => {
    const path = file("one", server.kubeconfig());
    expect((await connect({ kubeconfig: path }).where()).url).toBe(server.url);
    expect((await connect({ kubeconfig: server.kubeconfig() }).where()).context).toBe("test");
    const other = server.kubeconfig().replaceAll('"test"', '"other"').replaceAll('"me"', '"you"');
    vi.stubEnv("KUBECONFIG", `${path}:${file("two", other)}`);
    expect((await connect().where()).context).toBe("test");
    expect((await connect({ context: "other" }).where()).context).toBe("other");
    vi.unstubAllEnvs();
  });

  test("the same settings give the same client", () => {
    const kubeconfig = server.kubeconfig();
    expect(connect({ kubeconfig })).toBe(connect({ kubeconfig }));
    expect(connect({ kubeconfig, tenant: "red" })).not.toBe(connect({ kubeconfig }));
  });

  test("nowhere", async () => {
    vi.stubEnv("KUBECONFIG", "");
    vi.stubEnv("HOME", folder);
    await expect(connect().where()).rejects.toThrow("LB2100: there is neither KUBECONFIG nor ~/.kube/config");
    vi.unstubAllEnvs();
  });
});

describe("what is wrong with it", () => {
  test.each([
    ["a file that is not there", () => join(folder, "none"), /^LB2100: .*none cannot be read: ENOENT/],
    ["a text that is no YAML", () => "users:\n- token: s3cret\n  x: ]\n", /^LB2100: the kubeconfig cannot be read: (?!.*s3cret)/s],
    ["a text of something else", () => '{"a": 1}', /^LB2101: the kubeconfig has no current context/],
    ["a cluster without an address", () => server.kubeconfig().replace(server.url, "nowhere"), /^LB2100: the address of cluster "test" is/],
    ["a user that is not there", () => server.kubeconfig().replace('"user":"me"', '"user":"you"'), /^LB2101: .*names the user "you"/],
  ])("%s", async (_what, kubeconfig, message) => {
    await expect(connect({ kubeconfig: kubeconfig() }).where()).rejects.toThrow(message);
  });

  test("a context that is not there: those that are", async () => {
    const kubeconfig = server.kubeconfig();
    await expect(connect({ kubeconfig, context: "prod" }).where()).rejects.toThrow(
      'LB2101: the kubeconfig has no context "prod"; it has test',
    );
  });
});

describe("who asks", () => {
  test("a password", async () => {
    await connect({ kubeconfig: server.kubeconfig({ user: { username: "u", password: "p" } }) }).get(node);
    expect(authorization()).toBe(`Basic ${Buffer.from("u:p").toString("base64")}`);
  });

  test("a plugin, run once for many requests and again when its token is refused", async () => {
    const credential = '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":{"token":"t-%s"}}';
    const command = file(
      "plugin",
      `#!/bin/sh\necho x >> ${folder}/runs\ncase "$KUBERNETES_EXEC_INFO" in *'"interactive":false'*) ;; *) exit 3;; esac\nprintf '${credential}' $(wc -l < ${folder}/runs)\n`,
    );
    const exec = { apiVersion: "client.authentication.k8s.io/v1", command };
    const api = connect({ kubeconfig: server.kubeconfig({ user: { exec } }) });
    await Promise.all([api.get(node), api.get(node), api.get(node)]);
    expect(authorization()).toBe("Bearer t-1");
    const kept = server.answer;
    server.answer = (seen) => (seen.headers.authorization === "Bearer t-1" ? { status: 401 } : kept(seen, 0));
    expect(await api.get(node)).toMatchObject({ kind: "Node" });
    expect(authorization()).toBe("Bearer t-2");
    server.answer = kept;
  });

  test("a plugin that fails says why, without secrets", async () => {
    const command = file("broken", "#!/bin/sh\necho 'not logged in, token: abcdef' >&2\nexit 1\n");
    const api = connect({ kubeconfig: server.kubeconfig({ user: { exec: { command } } }) });
    await expect(api.get(node)).rejects.toThrow('LB2112: user "me" of the kubeconfig: not logged in, token: [secret]');
  });

  test("a token never stands in an error", async () => {
    const kept = server.answer;
    server.answer = (seen) => ({ status: 401, body: { kind: "Status", message: `bad ${seen.headers.authorization}` } });
    const refused = connect({ kubeconfig: server.kubeconfig({ user: { token: "abc-123" } }) }).get(node);
    await expect(refused).rejects.toThrow(/^LB2103: Node n1: bad Bearer \[secret\]/);
    expect(server.seen).toHaveLength(1);
    server.answer = kept;
  });
});
