import { createRequire } from "node:module";
import type { CheckRequest } from "@pulumi/pulumi/proto/provider_pb";

/** JSON on the wire. */
export type Struct = NonNullable<ReturnType<CheckRequest["getOlds"]>>;

// The messages of the SDK only accept instances of its own copy of the library, so it is loaded from where the SDK is.
const load = createRequire(require.resolve("@pulumi/pulumi"));

/** Makes JSON fit for the wire. */
export function struct(props: object): Struct {
  const { Struct: factory } = load("google-protobuf/google/protobuf/struct_pb") as { Struct: { fromJavaScript(from: unknown): Struct } };
  return factory.fromJavaScript(JSON.parse(JSON.stringify(props)));
}

/** JSON from the wire. */
export const propsIn = (from: Struct | undefined): { [key: string]: unknown } => (from?.toJavaScript() ?? {}) as { [key: string]: unknown };

/** An answer without content. */
export function empty(): object {
  const { Empty } = load("google-protobuf/google/protobuf/empty_pb") as { Empty: new () => object };
  return new Empty();
}
