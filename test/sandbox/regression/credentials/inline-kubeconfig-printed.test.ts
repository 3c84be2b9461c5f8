import { afterEach, expect, test, vi } from "vitest";
import { BACK_ENDS } from "../../../../provider";
import { settingsOf } from "../../../../sdk/cli/doctor/checks";
import { digestOf, registerWithWatch } from "../../../../sdk/components/register-with-watch";
import { WATCH_SOCKET } from "../../../../sdk/components/watch-socket";
import { liveCluster } from "../../../../sdk/kubernetes/resources";
import { RegistrationSocket } from "../../../../sdk/watch/stack/registration-socket";

// A kubeconfig that was JSON in one line, as programs of other packages give it out, was taken for a path: it was handed over whole to
// `k8s-lb watch`, which could not read it, and `k8s-lb doctor` printed it with its token.

const TOKEN = "hunter2";
const kubeconfig = JSON.stringify({ apiVersion: "v1", kind: "Config", users: [{ name: "ci", user: { token: TOKEN } }] });

afterEach(() => vi.unstubAllEnvs());

test("of a kubeconfig in one line the watch is told the digest", async () => {
  const socket = await RegistrationSocket.listen();
  vi.stubEnv(WATCH_SOCKET, socket.path);
  await registerWithWatch({ target: "avi", kind: "KubernetesCluster", name: "main", options: { owner: "o" } }, liveCluster({ kubeconfig }));
  const [component] = socket.take();
  await socket.close();
  expect(JSON.stringify(component)).not.toContain(TOKEN);
  expect(component?.clusters).toMatchObject([{ kubeconfigDigest: digestOf(kubeconfig) }]);
});

test("the doctor does not print it", () => {
  const settings = settingsOf(BACK_ENDS.mizar, { "kubernetes:kubeconfig": { value: kubeconfig } }, {});
  expect(settings).toEqual([
    { key: "kubernetes:kubeconfig", value: `(a text of ${kubeconfig.length} characters)`, from: "stack configuration" },
  ]);
});
