// The suites by name: `prepare()` fetches and builds, `run(prepared, avi)` counts, `sandbox` is how it wants its sandbox.

import { inRoot } from "../lib/paths.mjs";
import { say } from "../lib/progress.mjs";
import { run } from "../lib/run.mjs";
import { ansible } from "./ansible.mjs";
import { clientEnvironment } from "./environment.mjs";
import { goBuild } from "./go-build.mjs";
import { vendorGo } from "./vendor-go.mjs";
import { vendorPython } from "./vendor-python.mjs";
import { venv } from "./venv.mjs";

const here = (...parts) => inRoot("tools/avi-clients", ...parts);

/** A programme of ours, which ends with `N passed, N failed` and says FAIL before that. */
async function ours(command, args, avi) {
  const { stdout, code, timedOut } = await run(command, args, { env: clientEnvironment(avi), timeout: 180_000 });
  for (const line of stdout.split("\n").filter((text) => text.startsWith("FAIL"))) say(line);
  const sum = /(\d+) passed, (\d+) failed\s*$/.exec(stdout);
  if (sum && !timedOut) return { passed: Number(sum[1]), failed: Number(sum[2]) };
  say(`ended with code ${code} before its sum`);
  return { passed: 0, failed: 1 };
}

export const suites = {
  avisdk: {
    prepare: () => venv("avisdk", ["avisdk==32.1.4", "requests==2.32.5", "urllib3==2.5.0"], "a few seconds"),
    run: (folder, avi) => ours(`${folder}/bin/python`, [here("avisdk_gate.py")], avi),
  },
  gosdk: {
    prepare: () => goBuild("gosdk", ["build"], "."),
    run: (binary, avi) => ours(binary, [], avi),
  },
  "vendor-go": vendorGo,
  "vendor-python": vendorPython,
  ansible,
};
