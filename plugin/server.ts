// The gRPC server of the plugin.

import { configFaults, flattened, isSameConfig } from "./configuration";
import { wireError } from "./errors";
import type { Plugin } from "./facts";
import { checkFailure, Resources } from "./resources";
import { packageSchema } from "./schema";
import {
  Empty,
  grpc,
  type handleUnaryCall,
  type Properties,
  pb,
  propertiesOf,
  ResourceProviderService,
  type UntypedServiceImplementation,
} from "./stubs";

/** Number of writes under way; a plugin whose engine is gone ends when the last one is done. */
let writes = 0;

export const openWrites = (): number => writes;

/** Work that counts as a write while it is under way. */
async function countedWrite<A>(work: Promise<A>): Promise<A> {
  writes += 1;
  try {
    return await work;
  } finally {
    writes -= 1;
  }
}

/** The protocol of a provider over the handlers of all kinds, and over the components. */
function implementation(plugin: Plugin): UntypedServiceImplementation {
  const resources = new Resources(() => plugin.config);
  const shownOf = (urn: string) => (properties: Properties) => propertiesOf(resources.shown(urn, properties));
  /** A method that answers each call once, also after an error. */
  const method =
    <Q, A>(work: (request: Q) => Promise<A> | A): handleUnaryCall<Q, A> =>
    async ({ request }, answer) => {
      try {
        answer(null, await work(request));
      } catch (thrown) {
        const urn = (request as { getUrn?(): string | undefined }).getUrn?.() ?? "";
        answer(wireError(thrown, shownOf(urn)));
      }
    };
  return {
    handshake: method((request: InstanceType<typeof pb.ProviderHandshakeRequest>) => {
      plugin.engine = request.getEngineAddress() || plugin.engine;
      return new pb.ProviderHandshakeResponse().setAcceptSecrets(true);
    }),
    attach: method((request: { getAddress(): string }) => {
      plugin.engine = request.getAddress();
      return new Empty();
    }),
    getPluginInfo: method(() => {
      const info = new pb.PluginInfo();
      info.setVersion(plugin.version);
      return info;
    }),
    getSchema: method(() => new pb.GetSchemaResponse().setSchema(JSON.stringify(packageSchema()))),
    checkConfig: method((request: InstanceType<typeof pb.CheckRequest>) => {
      const failures = configFaults(propertiesOf(request.getNews()), plugin.version).map((reason) => ({ property: "", reason }));
      return new pb.CheckResponse().setInputs(request.getNews()).setFailuresList(failures.map(checkFailure));
    }),
    diffConfig: method((request: InstanceType<typeof pb.DiffRequest>) => {
      const { DIFF_SOME, DIFF_NONE } = pb.DiffResponse.DiffChanges;
      const same = isSameConfig(propertiesOf(request.getOlds()), propertiesOf(request.getNews()));
      return new pb.DiffResponse().setChanges(same ? DIFF_NONE : DIFF_SOME);
    }),
    configure: method((request: InstanceType<typeof pb.ConfigureRequest>) => {
      plugin.config = flattened(propertiesOf(request.getArgs()));
      plugin.self = request.getUrn() ? `${request.getUrn()}::${request.getId()}` : "";
      return new pb.ConfigureResponse().setAcceptsecrets(true);
    }),
    check: method(resources.check.bind(resources)),
    diff: method(resources.diff.bind(resources)),
    create: method((request: Parameters<Resources["create"]>[0]) => countedWrite(resources.create(request))),
    read: method(resources.read.bind(resources)),
    update: method((request: Parameters<Resources["update"]>[0]) => countedWrite(resources.update(request))),
    delete: method((request: Parameters<Resources["delete"]>[0]) => countedWrite(resources.delete(request))),
    // components load Pulumi's SDK, which a run without them does not need
    construct: method(async (request: InstanceType<typeof pb.ConstructRequest>) =>
      (await import("./construct.js")).construct(request, plugin),
    ),
    // calls under way are completed, as with dynamic resources: half a write is worse than a late answer
    cancel: method(() => new Empty()),
  };
}

/** Serves a plugin on a port of the loopback interface; the port. */
export function serve(plugin: Plugin): Promise<number> {
  const server = new grpc.Server({ "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 });
  server.addService(ResourceProviderService, implementation(plugin));
  return new Promise((done, failed) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => (error ? failed(error) : done(port)));
  });
}
