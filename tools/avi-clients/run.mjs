// node tools/avi-clients/run.mjs [avisdk|gosdk|vendor-go|vendor-python|ansible|all]: runs other Avi clients and their test suites against
// the sandbox.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { ensureBuilt } from "../lib/checkout.mjs";
import { inRoot } from "../lib/files.mjs";
import { main, run, Stop, say } from "../lib/process.mjs";
import { venv } from "../lib/python.mjs";
import { clientEnvironment, goBuild, vendorGo, vendorPython } from "./install.mjs";

/** CI runs these two; the others take minutes and belong to the tier `release`. */
const QUICK = ["avisdk", "gosdk"];

function chosen(args) {
  if (args.length === 0) return QUICK;
  if (args.includes("all")) return Object.keys(suites);
  const unknown = args.find((arg) => !Object.hasOwn(suites, arg));
  if (unknown) throw new Stop(`there is no client "${unknown}"; known: ${Object.keys(suites).join(", ")}, all`);
  return args;
}

/** A fresh sandbox per suite, in memory: https because every client demands it, no rate limit because no client handles 429. */
async function withSandbox(options, work) {
  const { startAviSandbox } = createRequire(import.meta.url)(inRoot("dist/sandbox/index.js"));
  const avi = await startAviSandbox({ https: true, rateLimit: "off", ...options });
  try {
    return await work(avi);
  } finally {
    await avi.close();
  }
}

// The suites by name: `prepare()` fetches and builds, `run(prepared, avi)` counts, `sandbox` is how it wants its sandbox.

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

// The Ansible modules: a first run changes everything, a second nothing, and so with the removal.

const OBJECTS = 4;
const RUNS = [
  ["present", OBJECTS],
  ["present", 0],
  ["absent", OBJECTS],
  ["absent", 0],
];

async function play(folder, avi, state) {
  const env = clientEnvironment(avi, {
    AVI_HOST: avi.url.replace("https://", ""),
    AVI_STATE: state,
    ANSIBLE_LOCALHOST_WARNING: "false",
    ANSIBLE_NOCOLOR: "1",
    ANSIBLE_PYTHON_INTERPRETER: `${folder}/bin/python`,
  });
  const playbook = inRoot("tools/avi-clients/ansible.yml");
  const { stdout, output, timedOut } = await run(`${folder}/bin/ansible-playbook`, ["-i", "localhost,", playbook], {
    env,
    timeout: 180_000,
  });
  const recap = /ok=(\d+)\s+changed=(\d+).*failed=(\d+)/.exec(stdout);
  if (!recap || timedOut || recap[3] !== "0") say(output.slice(-2000));
  return recap && { ok: Number(recap[1]), changed: Number(recap[2]), failed: Number(recap[3]) };
}

const ansible = {
  prepare: () => venv("avi-clients/ansible", ["ansible==9.13.0", "requests==2.32.5"], "about a minute, 520 MB"),
  async run(folder, avi) {
    const sum = { passed: 0, failed: 0 };
    for (const [state, changes] of RUNS) {
      const recap = await play(folder, avi, state);
      const good = recap?.failed === 0 && recap.ok === OBJECTS && recap.changed === changes;
      if (good) sum.passed += OBJECTS;
      else {
        sum.failed += 1;
        say(`FAIL ${state}: ${JSON.stringify(recap)}, expected ${changes} changes`);
      }
    }
    return sum;
  },
};

const suites = {
  avisdk: {
    prepare: () => venv("avi-clients/avisdk", ["avisdk==32.1.4", "requests==2.32.5", "urllib3==2.5.0"], "a few seconds"),
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

await main(async (args) => {
  const names = chosen(args);
  await ensureBuilt();
  if (!existsSync(inRoot("dist/sandbox/index.js"))) throw new Stop("dist/sandbox/index.js is missing; run `npm run build`");
  const sum = { passed: 0, failed: 0 };
  for (const name of names) {
    say(`== ${name}`);
    const prepared = await suites[name].prepare();
    const result = await withSandbox(suites[name].sandbox ?? {}, (avi) => suites[name].run(prepared, avi));
    say(`== ${name}: ${result.passed} passed, ${result.failed} failed`);
    sum.passed += result.passed;
    sum.failed += result.failed;
  }
  process.stdout.write(`${sum.passed} passed, ${sum.failed} failed\n`);
  return sum.failed > 0 ? 1 : 0;
});
