import type { AviPlan } from "../../../sdk/targets/avi/plan";
import { type EngineStep, Resource } from "./engine";
import type { Host, Props } from "./host";

/** The resources of a plan as the engine runs them: made and changed in their order, what is gone is deleted last, in the opposite one. */
export class EngineStack {
  private resources = new Map<string, Resource>();

  constructor(private readonly host: Host) {}

  /** Returns the result for each planned resource. `more` is added to the inputs of each, for this run. */
  async up(plan: AviPlan, more: Props = {}): Promise<Map<string, EngineStep>> {
    const steps = new Map<string, EngineStep>();
    const planned = this.inputsOf(plan, more);
    for (const [key, { kind, inputs }] of planned) {
      const resource = this.resources.get(key) ?? new Resource(this.host, kind);
      this.resources.set(key, resource);
      steps.set(key, await resource.up(inputs));
    }
    for (const key of [...this.resources.keys()].reverse()) if (!planned.has(key)) await this.drop(key);
    const ordered = [...planned.keys()].flatMap((key): [string, Resource][] => {
      const resource = this.resources.get(key);
      return resource ? [[key, resource]] : [];
    });
    this.resources = new Map(ordered);
    return steps;
  }

  /** The resources that a preview would change, make or delete. */
  async preview(plan: AviPlan, more: Props = {}): Promise<string[]> {
    const planned = this.inputsOf(plan, more);
    const changed = [...this.resources.keys()].filter((key) => !planned.has(key));
    for (const [key, { inputs }] of planned) {
      const resource = this.resources.get(key);
      if (!resource || (await resource.preview(inputs)).changes) changed.push(key);
    }
    return changed;
  }

  async refresh(): Promise<void> {
    for (const resource of this.resources.values()) await resource.refresh();
  }

  async destroy(): Promise<void> {
    for (const key of [...this.resources.keys()].reverse()) await this.drop(key);
  }

  /** Outputs of each resource in the state. */
  outs(): Props[] {
    return [...this.resources.values()].flatMap(({ state }) => (state ? [state.outs] : []));
  }

  private inputsOf(plan: AviPlan, more: Props): Map<string, { kind: string; inputs: Props }> {
    const planned = plan.resources;
    return new Map(planned.map(({ kind, name, inputs }) => [`${kind} ${name}`, { kind, inputs: { ...inputs, ...more } }]));
  }

  private async drop(key: string): Promise<void> {
    await this.resources.get(key)?.destroy();
    this.resources.delete(key);
  }
}
