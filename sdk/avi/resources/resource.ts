import type * as pulumi from "@pulumi/pulumi";
import type { AviBody } from "../../../kinds/avi/body";
import type { POOL } from "../../../kinds/avi/pool";
import type { Json } from "../../../kinds/json";
import type { InputsOf, Kind } from "../../../kinds/kind";
import { LbResource, type LbResourceOptions, secretKeyIn } from "../../resource";

/** A body of the Avi REST API, references by name: `/api/pool?name=X`. */
export type AviBodyInput = pulumi.Input<{ name: pulumi.Input<string>; [field: string]: pulumi.Input<Json> }>;

/** A value of a kind as a program gives it: bodies part by part, lists element by element. */
type Argument<T> = [T] extends [AviBody]
  ? AviBodyInput
  : [T] extends [(infer E extends object)[]]
    ? pulumi.Input<Argument<E>[]>
    : pulumi.Input<T>;

/** The arguments of a resource class: the inputs of its kind, each of which may be an output of another resource. */
export type ArgumentsOf<K extends Kind> = { [F in keyof InputsOf<K>]: Argument<Exclude<InputsOf<K>[F], undefined>> };

/** What every resource takes besides its objects. */
export type AviResourceArgs = Pick<ArgumentsOf<typeof POOL>, "owner" | "adopt">;

/** Options of our resources; dynamic resources cannot be imported by option, see `pulumi import` in the docs. */
export type AviResourceOptions = LbResourceOptions;

/** Base of all resources of Avi. */
export abstract class AviResource extends LbResource {
  /** @internal */
  protected constructor(kind: string, name: string, args: object, outputs: readonly string[], opts?: AviResourceOptions) {
    super(`avi:${kind}`, name, args, outputs, opts);
  }
}

/** A certificate body whose private key is a secret in the state, also when the program forgot to say so. */
export function withSecretKey(body: AviBodyInput): AviBodyInput {
  return secretKeyIn(body);
}
