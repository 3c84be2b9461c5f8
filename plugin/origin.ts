// Parts of a resource that its class adds in a TypeScript program, and that the engine tells a plugin with every call.

import { kindOf } from "../resources";
import { IDENTITY, identityIn, identityText } from "../resources/identity";
import type { Kind } from "../resources/kind";
import { kindTypeIn } from "../resources/resource-type";
import type { Properties } from "./stubs";

/** The type of the kind that a URN is of, `avi:Pool`. */
export const kindTypeOf = (urn: string): string => kindTypeIn(urn.split("::")[2]?.split("$").at(-1) ?? "");

/** The way back of `withUrn`; what only dynamic resources have in their state goes, too. */
export function withoutOrigin({ [IDENTITY]: text, __provider, ...rest }: Properties): Properties {
  const { specs } = identityIn({ [IDENTITY]: text });
  return specs === undefined ? rest : { ...rest, [IDENTITY]: identityText("", specs) };
}

/** Inputs with the owner mark of the program, where they name none and the kind has objects: `pulumi-k8s-lb:<project>/<stack>`. */
export function withOwner(urn: string, inputs: Properties): Properties {
  const kind: Kind | undefined = kindOf(kindTypeOf(urn));
  if (!kind?.object || (inputs.owner !== undefined && inputs.owner !== null)) return inputs;
  return { ...inputs, owner: programMarkOf(urn) };
}

/** The owner mark of the program that a URN is of. */
export function programMarkOf(urn: string): string {
  const [stack = "", project = ""] = urn.slice("urn:pulumi:".length).split("::");
  return `pulumi-k8s-lb:${project}/${stack}`;
}
