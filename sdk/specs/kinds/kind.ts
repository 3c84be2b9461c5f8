import type { z } from "zod";
import type { Diagnostic } from "../../../kinds/diagnostic";
import type { Spec } from "../meta";
import type { NameRule } from "../validation";

/** How one Kubernetes kind is read. */
export interface KindReader<T extends Spec = Spec> {
  kind: string;
  /** The apiVersions under which the kind is read. */
  apiVersions: readonly string[];
  /** Where the API group is needed to tell two kinds of one name apart. */
  qualifiedKind?: string;
  clusterScoped?: boolean;
  /** What its objects may be named. Default: a subdomain. */
  names?: NameRule;
  schema: z.ZodType;
  /** From the checked object to our form of it; also says which fields are ignored. */
  // biome-ignore lint/suspicious/noExplicitAny: each reader knows the type of its own schema
  build(base: Spec, value: any, report: (diagnostic: Diagnostic) => void): T;
}
