// Makes a component for a program in another language, with its resources, and answers with its outputs.

import * as pulumi from "@pulumi/pulumi";
import { DependencyProviderResource, DependencyResource } from "@pulumi/pulumi/resource";
import { setAllConfig } from "@pulumi/pulumi/runtime/config";
import * as rpc from "@pulumi/pulumi/runtime/rpc";
import { resetOptions } from "@pulumi/pulumi/runtime/settings";
import { PACKAGE } from "../resources/resource-type";
import { servePlugin } from "../sdk/native";
import { makeComponent, outputsOf } from "./components";
import { refuseUnknownKeys } from "./configuration";
import type { Plugin } from "./facts";
import { underWay } from "./failures";
import { awaitFeatureSupport, deserializeInputs, waitForRPCs, withLocalStorage } from "./pulumi-internals";
import { pb, Struct } from "./stubs";

type Request = InstanceType<typeof pb.ConstructRequest>;

/** Several calls may be under way, each with an SDK state of its own. */
export const construct = (request: Request, plugin: Plugin) => underWay(() => withLocalStorage(() => constructed(request, plugin)));

async function constructed(request: Request, { engine, self, config }: Plugin) {
  servePlugin();
  const [project, stack, monitor] = [request.getProject(), request.getStack(), request.getMonitorendpoint()];
  resetOptions(project, stack, request.getParallel(), engine, monitor, request.getDryrun(), request.getOrganization());
  await awaitFeatureSupport();
  const stated = Object.fromEntries(request.getConfigMap().entries());
  refuseUnknownKeys(Object.keys(stated), config);
  // a component reads the connection where a program has it: in the configuration of the stack. That of this plugin is the only one
  const others = Object.entries(stated).filter(([key]) => !key.startsWith(`${PACKAGE}:`));
  setAllConfig({ ...Object.fromEntries(others), ...config }, request.getConfigsecretkeysList());
  const inputs = await deserializeInputs(request.getInputs(), request.getInputdependenciesMap());
  const component = makeComponent(request.getType(), request.getName(), inputs, optionsOf(request, self));
  const outputs = outputsOf(request.getType(), component);
  const [state, dependencies] = await rpc.serializeResourceProperties(`construct(${request.getName()})`, outputs);
  const response = new pb.ConstructResponse().setUrn(await resolved(component.urn)).setState(Struct.fromJavaScript(state));
  for (const [output, resources] of dependencies) {
    const urns = await Promise.all([...resources].map(({ urn }) => resolved(urn)));
    response.getStatedependenciesMap().set(output, new pb.ConstructResponse.PropertyDependencies().setUrnsList(urns));
  }
  await waitForRPCs();
  return response;
}

/** Options of the component, as a program would set them. */
function optionsOf(request: Request, self: string): pulumi.ComponentResourceOptions {
  const providers = { [PACKAGE]: self, ...Object.fromEntries(request.getProvidersMap().entries()) };
  const timeouts = request.getCustomtimeouts();
  const parent = request.getParent();
  const deletedWith = request.getDeletedwith();
  return {
    parent: parent === "" ? undefined : new DependencyResource(parent),
    dependsOn: request.getDependenciesList().map((urn: string) => new DependencyResource(urn)),
    providers: Object.fromEntries(
      Object.entries(providers)
        .filter(([, reference]) => reference !== "")
        .map(([name, reference]) => [name, new DependencyProviderResource(reference)]),
    ),
    aliases: request.getAliasesList().map(aliasOf),
    protect: request.getProtect(),
    retainOnDelete: request.getRetainondelete(),
    ignoreChanges: request.getIgnorechangesList(),
    replaceOnChanges: request.getReplaceonchangesList(),
    ...(timeouts ? { customTimeouts: { create: timeouts.getCreate(), update: timeouts.getUpdate(), delete: timeouts.getDelete() } } : {}),
    ...(deletedWith === "" ? {} : { deletedWith: new DependencyResource(deletedWith) }),
  };
}

function aliasOf(alias: ReturnType<Request["getAliasesList"]>[number]): string | pulumi.Alias {
  if (alias.hasUrn()) return alias.getUrn();
  const spec = alias.getSpec();
  const [name, type, stack, project] = [spec?.getName(), spec?.getType(), spec?.getStack(), spec?.getProject()];
  const parts = Object.fromEntries(Object.entries({ name, type, stack, project }).filter(([, value]) => value));
  if (spec?.getNoparent()) return { ...parts, parent: pulumi.rootStackResource };
  const parent = spec?.getParenturn();
  return { ...parts, ...(parent ? { parent } : {}) };
}

const resolved = (urn: pulumi.Output<string>): Promise<string> =>
  new Promise((resolve) => {
    urn.apply(resolve);
  });
