import { expect } from "vitest";
import { Resource } from "../../sandbox/lib/engine";
import type { Host, Props } from "../../sandbox/lib/host";
import type { CampaignWorld } from "../lib/world";
import { unknownTellsNoLie } from "./unknown";
import { changes, expectNothing, steps, type Walker } from "./walk";

/** Events in the life of a resource, by the name that a failure prints. */
export const DEEDS = [
  ...["change", "change", "change", "back", "replace"],
  ...["by hand", "by hand unseen", "unmarked", "given away"],
  ...["refresh", "state lost", "import", "destroy", "unknown", "unknown"],
] as const;

/** One operation; `pick` says which of those there are. */
export interface SequenceStep {
  deed: (typeof DEEDS)[number];
  pick: number;
}

/** A resource under way: what the program declares, and what others did that no refresh has shown or no run has repaired. */
export class Sequence<W extends CampaignWorld> {
  private resource: Resource;
  private declared: Props;
  private drift: "none" | "unseen" | "seen" = "none";
  /** Operations that were refused: a field that does not go with another one. */
  refused = 0;

  private constructor(
    private readonly world: W,
    private readonly walker: Walker<W>,
    private readonly host: Host,
    private readonly base: Props,
  ) {
    this.resource = new Resource(host, walker.kind);
    this.declared = base;
  }

  /** Runs the operations one after the other, on a server as new; throws where a preview is not what it should be. */
  static async run<W extends CampaignWorld>(world: W, host: Host, walker: Walker<W>, deeds: readonly SequenceStep[]): Promise<Sequence<W>> {
    await world.reset();
    const base = await walker.make(world);
    expect(walker.takes?.(base) ?? true, "what the walk begins with is taken").toBe(true);
    const sequence = new Sequence(world, walker, host, base);
    await sequence.up("create");
    for (const { deed, pick } of deeds) await sequence.does(deed, pick);
    await sequence.ends();
    return sequence;
  }

  private async does(deed: SequenceStep["deed"], pick: number): Promise<void> {
    const { walker, world, base, declared, resource } = this;
    switch (deed) {
      case "change":
        return this.declare(oneOf(steps(walker, base, declared), pick) ?? base);
      case "back":
        return this.declare(base);
      case "replace":
        return this.declare(walker.replaced?.(declared) ?? declared);
      case "refresh":
        return this.refresh();
      case "by hand":
      case "by hand unseen":
        if ((await this.othersDid((inputs) => oneOf(walker.byHand?.(world, inputs) ?? [], pick)?.change())) && deed === "by hand")
          await this.refresh();
        return;
      case "unmarked":
        if (await this.othersDid((inputs) => walker.mark?.(world, inputs, null))) await this.refresh();
        return;
      case "given away":
        // under another name it would be another object
        if (!resource.state || !walker.giveAway || this.drift !== "none") return;
        await walker.giveAway(world, declared);
        this.resource = new Resource(this.host, walker.kind);
        return this.up("adopt", { ...declared, adopt: true });
      case "state lost":
        // what has neither state nor mark has no owner, and a create refuses it
        if (!resource.state || !walker.mark || this.drift !== "none") return;
        this.resource = new Resource(this.host, walker.kind);
        return this.up("create over what is there");
      case "import":
        return this.import();
      case "destroy":
        return this.destroy();
      case "unknown":
        return unknownTellsNoLie(resource, declared, oneOf(steps(walker, base, declared), pick) ?? base, pick);
    }
  }

  /** Declares new inputs. If the server refuses them, the old ones must still be possible, whatever the refusal left. */
  private async declare(inputs: Props): Promise<void> {
    const before = this.declared;
    try {
      await this.resource.up(inputs);
    } catch {
      this.refused++;
      return this.up("a refused update", before);
    }
    this.declared = inputs;
    await this.done("an update");
  }

  /** `pulumi up`, and the preview after it; `adopt` is a deed of one run. */
  private async up(what: string, inputs: Props = this.declared): Promise<void> {
    await this.resource.up(inputs);
    await this.done(what);
  }

  private async done(what: string): Promise<void> {
    if (this.drift === "seen") this.drift = "none";
    await this.quiet(`after ${what}`);
  }

  private async refresh(): Promise<void> {
    if (!this.resource.state) return;
    expect(await this.resource.refresh(), "still there").toBe(true);
    if (this.drift === "unseen") this.drift = "seen";
    await this.quiet("after a refresh");
  }

  private async quiet(when: string): Promise<void> {
    const { front } = this.world;
    front.seen.splice(0);
    const shown = await this.resource.preview(this.declared);
    if (this.drift === "none") expectNothing(shown, when);
    else expect(shown.replaces, `what is replaced ${when}`).toEqual([]);
    expect(front.seen, `requests of the preview ${when}`).toEqual([]);
  }

  /** False where nothing can be done: there is no such object any more, or none yet. */
  private async othersDid(change: (inputs: Props) => Promise<unknown> | undefined): Promise<boolean> {
    const done = this.resource.state && change(this.declared);
    const worked = await done?.then(
      () => true,
      () => false,
    );
    if (!worked) return false;
    await this.world.settled();
    this.drift = "unseen";
    return true;
  }

  private async import(): Promise<void> {
    const { resource, walker } = this;
    if (!resource.state || !walker.mark || this.drift !== "none") return;
    const { id, outs } = resource.state;
    // a script that stayed as its maker wrote it is not what the program declares
    if (outs.adopted) return;
    this.resource = new Resource(this.host, walker.kind);
    await this.resource.import(id);
    await this.quiet("after an import");
    await this.up("up after an import");
    // what the program gives up before the first change after an import stays (docs/avi.md)
    const [changed] = changes(walker, this.base, this.declared);
    if (changed) return this.declare(changed);
  }

  private async destroy(): Promise<void> {
    const { resource, walker, world, declared } = this;
    await resource.destroy();
    await world.settled();
    expect((await walker.objects?.(world, declared)) ?? [], "what is left").toEqual([]);
    this.drift = "none";
    return this.up("create");
  }

  /** Whatever happened, a refresh and a run make all right. */
  private async ends(): Promise<void> {
    await this.refresh();
    await this.up("the last up");
    await this.refresh();
    expect(this.drift).toBe("none");
    await this.resource.destroy();
  }
}

function oneOf<T>(some: readonly T[], pick: number): T | undefined {
  return some[pick % Math.max(1, some.length)];
}
