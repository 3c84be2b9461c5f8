// Records which rule of the specs each object of a load balancer serves.

import type { ObjectRef } from "../../resources/diagnostic";

/** The object of a rule, and the JSON pointer of the rule in it. */
export interface RuleSource {
  owner: { ref: ObjectRef };
  at: string;
}

/**
 * Sources of rules by the object that serves them: lowering records them when it creates the object, so that answers that are read back
 * from bodies still know their specs.
 */
export class RuleSources {
  private readonly byObject = new Map<string, RuleSource[]>();

  note(object: string, { owner, at }: RuleSource): void {
    const sources = this.byObject.get(object);
    if (!sources) this.byObject.set(object, [{ owner, at }]);
    else if (!sources.some((one) => one.owner === owner && one.at === at)) sources.push({ owner, at });
  }

  /** In recorded order: a redirect of a whole host serves the redirects of all its rules. */
  of(object: string): readonly RuleSource[] {
    return this.byObject.get(object) ?? [];
  }
}
