import { fill, valueAt } from "../../lib/replay/paths.mjs";
import { OctaviaNormaliser } from "./normalise.mjs";
import { report, settle, waitFor } from "./settle.mjs";
import { Target } from "./target.mjs";

/** So many cases run at once: the real server is one process that can use one core. */
const width = 3;

/** Replays all groups to a server. Returns `Map(id → answers)`. */
export async function replayAll(server, groups) {
  const target = new Target(server);
  const results = new Map();
  const work = async (cases) => {
    for (let item = cases.shift(); item; item = cases.shift()) results.set(item.id, await replay(target, item));
  };
  for (const { cases, serial } of groups) {
    const remaining = [...cases];
    await Promise.all(Array.from({ length: serial ? 1 : width }, () => work(remaining)));
  }
  return results;
}

/** Runs the steps of a case. Returns the normalised answers; a step that could not be run is an answer `{ problem }` and the last. */
async function replay(target, { steps }) {
  const variables = await target.variables();
  const normaliser = new OctaviaNormaliser(target, variables, steps);
  const answers = [];
  for (const step of steps) {
    try {
      if (step.set_status) await setStatus(target, fill(step.set_status, variables), variables);
      if (step.request) {
        const answer = await target.send(fill(step.request, variables), variables);
        for (const [name, path] of Object.entries(step.save ?? {})) variables[name] = valueAt(answer.body, path);
        answers.push(normaliser.normalise(answer, step));
      }
      if (step.settle) await settle(target, fill(step.settle, variables), variables);
      if (step.wait) await waitFor(target, fill(step.wait, variables), variables);
    } catch (error) {
      answers.push({ problem: error.cause?.message ?? error.message });
      break;
    }
  }
  return answers;
}

const setStatus = (target, { loadbalancer, ...statuses }, variables) =>
  report(target, loadbalancer ? { loadbalancers: [{ id: loadbalancer, operating_status: "ONLINE", ...statuses }] } : statuses, variables);
