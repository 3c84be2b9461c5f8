import { expect, test } from "vitest";
import { BACK_ENDS } from "../../../../provider";
import { settingsOf } from "../../../../sdk/cli/doctor/checks";

// `doctor` masks secrets, but not a kubeconfig in one line in the environment, nor what precedes the @ of an address.

const KUBECONFIG = JSON.stringify({ kind: "Config", users: [{ name: "ci", user: { token: "hunter2" } }] });

test.each([
  ["mizar", { KUBECONFIG }, `(a text of ${KUBECONFIG.length} characters)`],
  ["avi", { AVI_CONTROLLER: "https://admin:hunter2@avi.example.com" }, "https://********@avi.example.com"],
  ["avi", { AVI_CONTROLLER: "https://admin:hunter/2@avi.example.com" }, "https://********@avi.example.com"],
  ["octavia", { OS_AUTH_URL: "https://demo:hunter2@keystone.example.com/v3" }, "https://********@keystone.example.com/v3"],
  ["avi", { AVI_CONTROLLER: "admin:hunter2@avi.example.com:8443" }, "********@avi.example.com:8443"],
  ["avi", { AVI_USERNAME: "ci@example.com" }, "ci@example.com"],
  ["avi", { AVI_CONTROLLER: "https://avi.example.com" }, "https://avi.example.com"],
] as const)("%s: %j", (target, env, value) => {
  const [setting] = settingsOf(BACK_ENDS[target], {}, env);
  expect(setting?.value).toBe(value);
});
