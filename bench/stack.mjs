// Stacks on a backend in a folder, run by the CLI of the tests.
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureCli } from "../tools/pulumi/cli.mjs";
import { pulumiVariables } from "../tools/pulumi/environment.mjs";

const { LocalWorkspace, PulumiCommand } = createRequire(import.meta.url)("@pulumi/pulumi/automation");

/** The engine saves the state once, at the end, instead of whole at every step; earlier releases of the CLI ask for the second as well. */
export const SAVED_ONCE = { PULUMI_SKIP_CHECKPOINTS: "true", PULUMI_EXPERIMENTAL: "true" };

/**
 * Creates or selects a stack.
 *
 * @param program stack name, and an inline program with its project or the folder of a program
 * @param backend folder of the states
 * @param options of the workspace
 */
export async function stackOn(program, backend, env, options = {}) {
  const cli = await ensureCli();
  return LocalWorkspace.createOrSelectStack(program, {
    ...options,
    pulumiCommand: await PulumiCommand.get({ root: dirname(dirname(cli.command)), skipVersionCheck: true }),
    envVars: {
      ...pulumiVariables(cli),
      PULUMI_BACKEND_URL: pathToFileURL(backend).href,
      PULUMI_CONFIG_PASSPHRASE: "b",
      ...env,
    },
  });
}

/** Variables of the connection to a sandbox controller. */
export const connectionTo = (avi) => ({
  AVI_CONTROLLER: avi.url,
  AVI_USERNAME: avi.username,
  AVI_PASSWORD: avi.password,
  AVI_RATE_LIMIT: "off",
});
