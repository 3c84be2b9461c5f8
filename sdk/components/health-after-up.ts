// Decides whether the servers of a component are read after a run, and collects what the reading needs.

import * as pulumi from "@pulumi/pulumi";
import { type HealthQuery, healthText } from "../../requests/health/after-up";
import type { RoutingTable } from "../../requests/table/routing-table";
import { WATCH_SOCKET } from "./watch-socket";

/** True, false, or the longest wait in seconds. */
export type WaitForHealth = boolean | number;

/** Arguments of components whose load balancers tell the state of servers. */
export interface HealthArgs {
  /**
   * After an `up` that changed routes, servers, addresses, certificates or settings: wait until each route has a server up, at most for the
   * time that its health monitor needs and never more than 60 s for one component (a last reading may take 10 s more), and warn of each route
   * that has none (LB2085). A number is the longest wait in seconds, up to 600. The run never fails by it. The environment variable
   * `K8S_LB_WAIT_FOR_HEALTH` (`1`, `0` or seconds) decides for one run (docs/health.md). Default false.
   */
  waitForHealth?: boolean | number;
}

/** The environment variable that decides for one run, whatever the program says. */
const VARIABLE = "K8S_LB_WAIT_FOR_HEALTH";

const WORDS: { readonly [word: string]: boolean } = {
  ...{ 0: false, false: false, no: false, off: false },
  ...{ 1: true, true: true, yes: true, on: true },
};

/** However long a program wants to wait, s. */
const MOST_SECONDS = 600;

/** What a summary needs to look at the servers of a plan; undefined in a preview, below a watch, which looks itself, and where nobody asks for it. */
export function healthOfRun(
  planned: HealthQuery["planned"],
  rules: RoutingTable | undefined,
  asked: WaitForHealth = false,
  env: NodeJS.ProcessEnv = process.env,
): string | undefined {
  const chosen = chosenFor(env[VARIABLE]) ?? asked;
  if (chosen === false || !rules || env[WATCH_SOCKET] || pulumi.runtime.isDryRun()) return undefined;
  const most = typeof chosen === "number" ? { most: Math.min(Math.max(chosen, 0), MOST_SECONDS) } : {};
  return healthText({ rules, planned, ...most });
}

/** The choice in a text; undefined where it makes none. */
function chosenFor(text = ""): WaitForHealth | undefined {
  const word = text.trim().toLowerCase();
  if (word === "") return undefined;
  if (Object.hasOwn(WORDS, word)) return WORDS[word];
  const seconds = Number(word);
  if (seconds >= 0 && seconds < Number.POSITIVE_INFINITY) return seconds;
  void pulumi.log.warn(`${VARIABLE} is ignored: write 1, 0 or a number of seconds.`);
  return undefined;
}
