import type { ObjectRef } from "../../resources/diagnostic";

/** The object that asks for a rule, and the JSON pointer of the rule in it. */
export interface RuleSource {
  owner: { ref: ObjectRef };
  at: string;
}

/**
 * Sources of the rules of a load balancer, by the object that serves each: lowering notes them where it makes the object, so that the answer
 * of a body, read back, still knows the spec behind it.
 */
export class RuleSources {
  private readonly byObject = new Map<string, RuleSource[]>();

  note(object: string, { owner, at }: RuleSource): void {
    const known = this.byObject.get(object);
    if (!known) this.byObject.set(object, [{ owner, at }]);
    else if (!known.some((one) => one.owner === owner && one.at === at)) known.push({ owner, at });
  }

  /** In the order in which they were noted: a redirect of a whole host serves the redirects of all its rules. */
  of(object: string): readonly RuleSource[] {
    return this.byObject.get(object) ?? [];
  }
}
