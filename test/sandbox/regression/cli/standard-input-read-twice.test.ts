import { expect, test } from "vitest";
import { k8sLb } from "../../../support/cli";

// Standard input can be read once. Named on both sides it was empty the second time, and everything came or went.

const SERVICE = `
apiVersion: v1
kind: Service
metadata: { name: web }
spec: { ports: [{ port: 80 }] }
`;

test.each([
  ["diff", "--against"],
  ["plan-move", "--before"],
])("%s refuses - for -f and for %s", async (verb, flag) => {
  const ended = await k8sLb([verb, "--to", "octavia", "-f", "-", flag, "-"], { input: SERVICE });
  expect(ended).toMatchObject({
    code: 2,
    stdout: "",
    stderr: `error: standard input can be read once: give a file for -f or for ${flag}\n`,
  });
});
