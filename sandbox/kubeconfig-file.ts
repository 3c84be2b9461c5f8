import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { writeAtomically } from "./atomic-file";

/** A kubeconfig on disk, for programs that take a path. */
export interface KubeconfigFile {
  path: string;
  /** Takes it away where it was made for this run alone. */
  close(): Promise<void>;
}

/** Writes a kubeconfig beside the state file, where the next run finds the same place, or to a folder of its own. */
export function writeKubeconfig(content: string, stateFile: string | undefined): KubeconfigFile {
  const path = stateFile === undefined ? join(mkdtempSync(join(tmpdir(), "k8s-lb-")), "kubeconfig") : `${stateFile}.kubeconfig`;
  writeAtomically(path, content);
  return {
    path,
    async close() {
      if (stateFile === undefined) rmSync(dirname(path), { recursive: true, force: true });
    },
  };
}
