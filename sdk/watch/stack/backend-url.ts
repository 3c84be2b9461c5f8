// Reads the URL of the backend of a Pulumi workspace.

import type { Stack } from "@pulumi/pulumi/automation";

type Workspace = Stack["workspace"];

const urls = new WeakMap<Workspace, Promise<string>>();

/** URL of the backend of a workspace: `file:///srv/state`, `https://app.pulumi.com/me`. It is asked for once. */
export function backendUrl(workspace: Workspace): Promise<string> {
  const url = urls.get(workspace) ?? workspace.whoAmI().then(({ url = "" }) => url);
  urls.set(workspace, url);
  return url;
}
