// Starts the provider process early, while specs are read.

import * as pulumi from "@pulumi/pulumi";
import { DYNAMIC } from "../../resources/resource-type";
import { currentProgram, nativeVersion } from "../native";

/** No dynamic provider has functions: a call for one starts its process, and fails. */
const NO_FUNCTION = `${DYNAMIC}provider:start`;

/**
 * Lets the engine start the process of the provider while the program translates. By itself it does so at the first resource, which is the
 * result of the translation, and that process then takes as long to load the SDK as a translation takes.
 */
export function startProvider(component: pulumi.ComponentResource): void {
  start(component).catch(() => undefined); // what is wrong is wrong for the first resource, too, which says it
}

async function start(component: pulumi.ComponentResource): Promise<void> {
  await undefined; // the program may yet choose the plugin
  if (currentProgram() === undefined || nativeVersion() !== undefined) return;
  await pulumi.runtime.invoke(NO_FUNCTION, {}, { parent: component });
}
