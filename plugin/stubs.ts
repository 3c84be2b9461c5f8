// The one file that knows where the protocol of the engine comes from: the stubs that @pulumi/pulumi publishes, on the gRPC and protobuf
// packages that it brings along.

import { createRequire } from "node:module";
import type * as Grpc from "@grpc/grpc-js";
import * as plugin from "@pulumi/pulumi/proto/plugin_pb";
import * as provider from "@pulumi/pulumi/proto/provider_pb";
import type * as AnyPb from "google-protobuf/google/protobuf/any_pb";
import type * as EmptyPb from "google-protobuf/google/protobuf/empty_pb";
import type * as StructPb from "google-protobuf/google/protobuf/struct_pb";

const ofPulumi = createRequire(require.resolve("@pulumi/pulumi/package.json"));

/** gRPC, as `@pulumi/pulumi` has it. */
export const grpc = ofPulumi("@grpc/grpc-js") as typeof Grpc;

/** Messages of the protocol between engine and provider. */
export const pb = { ...provider, PluginInfo: plugin.PluginInfo };

/** The service that a provider is. */
export const { ResourceProviderService } = ofPulumi("@pulumi/pulumi/proto/provider_grpc_pb") as {
  readonly ResourceProviderService: Grpc.ServiceDefinition;
};

/** Carries details of an error in the metadata of an answer. */
export const { Status } = ofPulumi("@pulumi/pulumi/proto/status_pb") as {
  readonly Status: new () => {
    setCode(code: number): void;
    setMessage(text: string): void;
    addDetails(detail: AnyPb.Any): void;
    serializeBinary(): Uint8Array;
  };
};

export const { Any } = ofPulumi("google-protobuf/google/protobuf/any_pb") as typeof AnyPb;
export const { Empty } = ofPulumi("google-protobuf/google/protobuf/empty_pb") as typeof EmptyPb;
export const { Struct } = ofPulumi("google-protobuf/google/protobuf/struct_pb") as typeof StructPb;

export type { handleUnaryCall, ServiceError, StatusObject, UntypedServiceImplementation } from "@grpc/grpc-js";
export type StructMessage = StructPb.Struct;

/** Properties of a resource on the wire. */
export type Properties = { readonly [property: string]: unknown };

/** The properties of a message; none where it has none. */
export const propertiesOf = (struct: StructPb.Struct | undefined): Properties => struct?.toJavaScript() ?? {};
