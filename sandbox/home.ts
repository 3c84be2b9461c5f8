import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** The user's folder for what the background sandbox keeps: state, certificate, pid and log. `K8S_LB_HOME` moves it. */
export function sandboxHome(): string {
  const data = process.env.XDG_DATA_HOME || join(homedir(), ".local", "share");
  const home = join(process.env.K8S_LB_HOME || join(data, "pulumi-k8s-lb"), "sandbox");
  mkdirSync(home, { recursive: true, mode: 0o700 });
  return home;
}
