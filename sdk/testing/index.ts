// `pulumi-k8s-lb/testing`: helpers for unit tests of programs.

import * as pulumi from "@pulumi/pulumi";

export { type AnsweringPlan, answerOf, failedRequests } from "./requests";

/** A resource that a program under test registered. */
export interface Registered {
  type: string;
  name: string;
  // biome-ignore lint/suspicious/noExplicitAny: inputs are whatever the kind takes
  inputs: any;
}

/**
 * Runs Pulumi programs in a unit test without engine, CLI or controller: every resource is recorded and gets its inputs back
 * as outputs. Call it before the program's modules are loaded.
 *
 * @param options.preview true makes outputs that are not inputs unknown, as `pulumi preview` does. Default false.
 *
 * @example
 * ```ts
 * import { recordResources } from "pulumi-k8s-lb/testing";
 *
 * const resources = recordResources();
 * // load the program, then:
 * console.log(resources.map(({ type, name }) => `${type} ${name}`));
 * ```
 */
export function recordResources(options: { preview?: boolean; project?: string; stack?: string } = {}): Registered[] {
  const registered: Registered[] = [];
  pulumi.runtime.setMocks(
    {
      newResource({ type, name, inputs }) {
        registered.push({ type, name, inputs });
        return { id: `${name}-id`, state: inputs };
      },
      call: ({ inputs }) => inputs,
    },
    options.project ?? "project",
    options.stack ?? "stack",
    options.preview ?? false,
  );
  return registered;
}
