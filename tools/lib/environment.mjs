// The environment in which `pulumi` works on this checkout without an account, a login or any step by hand.
import { delimiter, dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { inRoot, pathFolders } from "./paths.mjs";
import { findIn } from "./pulumi/candidates.mjs";

/** Protects nothing: the secrets of the local stack are those of the sandbox. */
const passphrase = "k8s-lb";

/** PATH with the CLI first; behind everything else what a CLI without these companions needs. */
function searchPath(command) {
  const folders = [dirname(command), ...pathFolders()];
  if (!findIn(folders, "pulumi-language-nodejs")) folders.push(inRoot("tools"));
  if (!findIn(folders, "pulumi-resource-pulumi-nodejs")) folders.push(inRoot("node_modules/@pulumi/pulumi"));
  return [...new Set(folders)].join(delimiter);
}

/** Variables for a child that runs `pulumi`. What the user has set wins. */
export function pulumiVariables(cli, user = process.env) {
  const variables = {
    PULUMI_BACKEND_URL: pathToFileURL(inRoot(".state")).href,
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
  };
  if (!user.PULUMI_CONFIG_PASSPHRASE_FILE) variables.PULUMI_CONFIG_PASSPHRASE = passphrase;
  // A CLI of the user's keeps its own home with its plugins; ours leaves no trace outside this folder.
  if (cli.own) variables.PULUMI_HOME = inRoot(".pulumi-home");
  for (const name of Object.keys(variables)) if (user[name] !== undefined) variables[name] = user[name];
  return { ...variables, PATH: searchPath(cli.command) };
}
