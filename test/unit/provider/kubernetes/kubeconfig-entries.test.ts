import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { KubeConfig } from "@kubernetes/client-node" with { "resolution-mode": "import" };
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Kubeconfig, kubeconfigEntries, podKubeconfig } from "../../../../provider/kubernetes/kubeconfig-entries";
import { identify } from "../../../../provider/kubernetes/user-identity";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "kubeconfig-entries-"));
  for (const name of ["cert", "key"]) writeFileSync(join(folder, name), `the ${name}`);
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const base64 = (text: string) => Buffer.from(text).toString("base64");
const CREDENTIAL = { status: { token: "printed", clientCertificateData: "its cert", clientKeyData: "its key" } };
const PLUGIN = {
  command: "sh",
  args: ["-c", `test "$WHO" = me && echo '${JSON.stringify(CREDENTIAL)}'`],
  env: [{ name: "WHO", value: "me" }],
};

const entries = (user: unknown, cluster: object = {}) =>
  JSON.stringify({
    "current-context": "c",
    contexts: [{ name: "c", context: { cluster: "k", user: "u", namespace: "shop" } }],
    clusters: [{ name: "k", cluster: { server: "https://k.example.com/", ...cluster } }],
    users: [{ name: "u", user }],
  });

async function byClient(load: (config: KubeConfig) => void): Promise<KubeConfig> {
  const { KubeConfig } = await import("@kubernetes/client-node");
  const config = new KubeConfig();
  load(config);
  return config;
}

/** Without what neither reader found, and what nobody reads. */
const plain = ({ currentContext, contexts, clusters, users }: Kubeconfig): unknown =>
  JSON.parse(JSON.stringify({ currentContext, contexts, clusters, users }), (key, value) =>
    value === null || value === "" || key === "namespace" ? undefined : value,
  );

const identityOf = async (config: Kubeconfig) => shown(await identify(config));

/** Identity of the same user as the official client sends it; that makes an agent, and refuses http://. */
async function identityByClient(config: KubeConfig) {
  for (const cluster of config.clusters) Object.assign(cluster, { server: "https://localhost", proxyUrl: undefined });
  const options: Awaited<ReturnType<typeof identify>> = {};
  await config.applyToHTTPSOptions(options);
  return shown(options);
}

const shown = ({ cert, key, headers, auth }: Awaited<ReturnType<typeof identify>>) => {
  return { cert: cert && String(cert), key: key && String(key), headers: headers ?? {}, auth };
};

describe("reads what the official client reads", () => {
  test.each<[string, string]>([
    ["a token", entries({ token: "t" })],
    ["a password", entries({ username: "u", password: "p" })],
    ["a certificate", entries({ "client-certificate-data": base64("cert"), "client-key-data": base64("key") })],
    ["another name", entries({ token: "t", as: "somebody" })],
    ["a plugin", entries({ exec: PLUGIN })],
    ["a plugin and a token", entries({ exec: PLUGIN, token: "t" })],
    ["nobody", entries(null)],
    ["all of a cluster", entries({}, { "certificate-authority-data": base64("ca"), "tls-server-name": "n", "proxy-url": "http://p" })],
    ["no checks", entries({}, { "insecure-skip-tls-verify": true })],
    ["nothing", "{}"],
    ["YAML", "current-context: c\nclusters:\n- &k\n  name: k\n  cluster: {server: https://k}\n- <<: *k\n  name: other\nusers: null\n"],
  ])("%s", async (_what, text) => {
    const ours = await kubeconfigEntries(text);
    const theirs = await byClient((config) => config.loadFromString(text));
    expect(ours && plain(ours)).toEqual(plain(theirs));
    expect(ours && (await identityOf(ours))).toEqual(await identityByClient(theirs));
  });

  test("files beside a file", async () => {
    const path = file(
      "one",
      entries({ "client-certificate": "cert", "client-key": join(folder, "key") }, { "certificate-authority": "ca" }),
    );
    const ours = await kubeconfigEntries(path);
    const theirs = await byClient((config) => config.loadFromFile(path));
    expect(ours && plain(ours)).toEqual(plain(theirs));
    expect(ours && (await identityOf(ours))).toMatchObject({ cert: "the cert", key: "the key" });
  });

  test.each([
    ["10.96.0.1", "443"],
    ["fd00::1", "6443"],
    ["10.96.0.1", "8080"],
  ])("the service account of a Pod, with the API server at %s, port %s", async (host, port) => {
    vi.stubEnv("KUBERNETES_SERVICE_HOST", host);
    vi.stubEnv("KUBERNETES_SERVICE_PORT", port);
    const root = join(folder, "pod");
    expect(podKubeconfig(join(folder, "no-pod"))).toBeUndefined();
    const account = join(root, "var/run/secrets/kubernetes.io/serviceaccount");
    mkdirSync(account, { recursive: true });
    writeFileSync(join(account, "token"), "of the Pod");
    const ours = podKubeconfig(root);
    const theirs = await byClient((config) => config.loadFromCluster(root));
    expect(ours && plain(ours)).toEqual(plain(theirs));
    expect(ours && (await identityOf(ours))).toMatchObject({ headers: { Authorization: "Bearer of the Pod" } });
  });

  test("several files", async () => {
    const second = entries({ token: "t" }).replaceAll('"c"', '"c2"').replaceAll('"k"', '"k2"').replaceAll('"u"', '"u2"');
    vi.stubEnv("KUBECONFIG", [file("first", entries({})), file("second", second)].join(delimiter));
    const ours = await kubeconfigEntries(undefined);
    expect(ours?.contexts).toHaveLength(2);
    expect(ours && plain(ours)).toEqual(plain(await byClient((config) => config.loadFromDefault(undefined, true))));
  });
});

describe("refuses what the official client refuses", () => {
  test.each<[string, string, string]>([
    ["an entry without a name", entries({}).replace('"name":"k"', '"x":"k"'), "clusters[0].name is missing"],
    ["no YAML", "users:\n- token: s3cret\n  x: ]\n", "it is not YAML (UNEXPECTED_TOKEN, line 3)"],
    ["a tag that nobody knows", "users: !mine []\nclusters: []\n", "it is not YAML (TAG_RESOLVE_FAILED, line 1)"],
    ["another form", "[]\n", "it is not a kubeconfig"],
  ])("%s", async (_what, text, message) => {
    await expect(kubeconfigEntries(text)).rejects.toThrow(message);
  });

  test("a file that is not there", async () => {
    await expect(kubeconfigEntries(join(folder, "none"))).rejects.toThrow("ENOENT");
  });
});

test("of two entries with one name the first counts, as for kubectl", async () => {
  const [first, second] = [file("twice", entries({ token: "first" })), file("again", entries({ token: "second" }))];
  vi.stubEnv("KUBECONFIG", [first, second].join(delimiter));
  const config = await kubeconfigEntries(undefined);
  expect(config?.users).toMatchObject([{ name: "u", token: "first" }]);
  expect([config?.contexts.length, config?.clusters.length]).toEqual([1, 1]);
});

test("a provider of logins proves who the user is: the ID token of OpenID Connect", async () => {
  const claims = Buffer.from(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + 3600 })).toString("base64url");
  const config = { "id-token": `e30.${claims}.x`, "client-id": "c", "idp-issuer-url": "https://issuer.example.com" };
  const text = entries({ "auth-provider": { name: "oidc", config } });
  const ours = await kubeconfigEntries(text);
  expect(ours && (await identityOf(ours))).toMatchObject({ headers: { Authorization: `Bearer e30.${claims}.x` } });
});
