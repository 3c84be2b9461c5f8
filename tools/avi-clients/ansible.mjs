// The Ansible modules: a first run changes everything, a second nothing, and so with the removal.
import { inRoot } from "../lib/paths.mjs";
import { say } from "../lib/progress.mjs";
import { run } from "../lib/run.mjs";
import { clientEnvironment } from "./environment.mjs";
import { venv } from "./venv.mjs";

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

export const ansible = {
  prepare: () => venv("ansible", ["ansible==9.13.0", "requests==2.32.5"], "about a minute, 520 MB"),
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
