import { expect } from "vitest";
import { Resource } from "../../sandbox/lib/engine";
import type { Props } from "../../sandbox/lib/host";
import type { ConformanceTarget, KindUnderTest } from "../../sandbox/lib/suite/target";
import { NONE } from "../../sandbox/lib/world";
import { byTier } from "../../support/tier";
import { wordsOf } from "../faults/words";
import type { Case, CaseOutcome } from "../lib/campaign";
import { OPERATIONS } from "../lib/operations";
import { subjectOf } from "../lib/world";
import { FOREIGN, type Grounds, type HeldObject } from "./grounds";
import { isBasic, ROWS, type ScenarioOperation, type ScenarioRow } from "./scenarios";

/** A kind that is one object has no "one of several", and not each has a field of which another value replaces it. */
const has = <T>({ marked, replacing }: KindUnderTest<T>, { given, deed }: ScenarioRow): boolean =>
  (marked > 1 || !given.startsWith("one")) && (deed !== "replace" || replacing({}).length > 0);

/** One of the rows that ask the same, and one kind, for each question by turns. */
function byTurns<K extends KindUnderTest<never>>(kinds: readonly K[]): Set<string> {
  const questions = new Set(ROWS.map(({ given, deed }) => `${given}, ${deed}`));
  const turned = <X>(all: readonly X[], by: number): X[] => [...all.slice(by % all.length), ...all.slice(0, by % all.length)];
  const taken = [...questions].flatMap((question, turn) => {
    const rows = ROWS.filter(({ given, deed }) => `${given}, ${deed}` === question);
    const all = turned(kinds, turn).flatMap((kind) => turned(rows, turn).flatMap((row) => (has(kind, row) ? [nameOf(kind, row)] : [])));
    return all.slice(0, 1);
  });
  return new Set(taken);
}

const nameOf = ({ title, kind }: KindUnderTest<never>, { given, whose, deed }: ScenarioRow): string =>
  `${title ?? kind}, ${given}, ${whose}, ${deed}`;

/** Scenarios of a tier beside those that it always takes. */
export const SAMPLE = byTier({ pr: 0, nightly: 20, release: 20 });

/** Every row for every kind of a target. The tier `pr` takes a few by turns, the others the basic ones of each kind. */
export function ownershipCases<T extends ConformanceTarget>(grounds: Grounds<T>): Case[] {
  let count = 0;
  const turns = byTurns(grounds.kinds);
  return grounds.kinds.flatMap((kind) =>
    ROWS.filter((row) => has(kind, row)).map((row) => ({
      name: nameOf(kind, row),
      always: byTier({ pr: turns.has(nameOf(kind, row)), nightly: isBasic(row), release: isBasic(row) }),
      async run() {
        const places = row.given.startsWith("one") ? Array.from({ length: kind.marked }, (_, place) => place) : [undefined];
        let outcome: CaseOutcome = { verdict: row.expected };
        for (const place of places) outcome = await new Scenario(grounds, kind, row, `s${++count}x`, place).run();
        return outcome;
      },
    })),
  );
}

const idsOf = (held: readonly HeldObject[]): string[] => held.map(({ id }) => id).sort();

class Scenario<T extends ConformanceTarget> {
  private inputs: Props = {};
  private declared: Props = {};
  /** Objects that exist besides the resource. */
  private beside: HeldObject[] = [];
  /** The same resource in the state of another backend. */
  private elsewhere?: Resource;

  constructor(
    private readonly grounds: Grounds<T>,
    private readonly kind: KindUnderTest<T>,
    private readonly row: ScenarioRow,
    private readonly tag: string,
    /** Index of the object with another owner; undefined if all of them have one. */
    private readonly index: number | undefined,
  ) {}

  async run(): Promise<CaseOutcome> {
    const { expected } = this.row;
    const resource = await this.given();
    const before = await this.held();
    const calls = this.grounds.target.proxy.calls.length;
    const failed = await this.deed(resource).then(() => undefined, wordsOf);
    const after = await this.held();
    const written = this.writesSince(calls, before);
    const words = failed ?? written.join(", ");

    expect(failed?.slice(0, 6), words).toBe(expected.startsWith("LB") ? expected : undefined);
    if (expected === "LB2003") for (const part of [this.mark() ?? "no owner mark", "adopt"]) expect(words).toContain(part);
    if (this.isFoundAgain()) expect(written).toHaveLength(this.kind.secret ?? 0);
    const foreign = this.foreignIn(before);
    expect(
      foreign.map(({ id }) => after.find((one) => one.id === id)),
      words,
    ).toEqual(foreign);
    if (expected === "told") expect(resource.state?.inputs.owner).toBe(this.mark() ?? "");
    if (expected === "told" || (failed && !this.row.given.startsWith("one"))) expect(written, words).toEqual([]);
    if (expected === "taken up" || (expected === "left alone" && resource.state))
      expect(await resource.preview(this.declared)).toEqual(NONE);
    if (this.elsewhere) await this.isSeenBy(this.elsewhere);
    if (failed) expect(idsOf(after)).toEqual(idsOf(before));
    else if (expected !== "told") await this.leavesNoOrphan(resource);
    return { verdict: expected, words };
  }

  /** Makes what there is; gives the resource as the next run finds it in its state. */
  private async given(): Promise<Resource> {
    const { grounds, kind, tag, row } = this;
    await grounds.target.reset();
    grounds.target.proxy.calls.splice(0);
    const [, which] = /^beside a (longer|shorter) name$/.exec(row.given) ?? [];
    this.inputs = await grounds.make(kind, tag, which === "shorter" ? "-2" : "");
    if (which) {
      const neighbour = await grounds.make(kind, tag, which === "longer" ? "-2" : "");
      await this.fresh().up({ ...neighbour, owner: this.mark() });
    }
    await grounds.target.settled();
    this.beside = await this.held();
    const resource = this.fresh();
    if (row.given === "made after the preview") {
      await resource.preview(this.inputs);
      await this.fresh().up({ ...this.inputs, owner: this.mark() });
      return resource;
    }
    if (which && row.deed === "create") return resource;
    await resource.up(this.inputs);
    if (row.given === "known in two backends") {
      this.elsewhere = resource;
      const second = this.fresh();
      expect(await second.up(this.inputs), "a create takes up what has its mark").toBe("created");
      return second;
    }
    if (row.given === "taken after the preview") await resource.preview(kind.next(this.inputs));
    if (!which && row.whose !== "ours") await this.kind.mark(grounds.target, this.inputs, this.mark() ?? null, this.index);
    return row.given.includes("unknown") ? this.fresh() : resource;
  }

  private async deed(resource: Resource): Promise<void> {
    for (const name of this.row.deed.split(", then ")) {
      const { declares, run } = OPERATIONS[name as Exclude<ScenarioOperation, `${string},${string}`>];
      this.declared = declares(subjectOf(this.kind as never), this.inputs);
      await run(resource, this.declared);
    }
    await this.grounds.target.settled();
  }

  /** The next runs of the other state see what became of it, and come to the same objects: nothing is there twice. */
  private async isSeenBy(elsewhere: Resource): Promise<void> {
    const before = await this.held();
    const found = await elsewhere.refresh();
    if (this.row.expected === "gone") return expect(found, "the other state finds what is gone").toBe(false);
    await elsewhere.up(this.declared);
    await this.grounds.target.settled();
    expect(idsOf(await this.held()), "what the other state comes to").toEqual(idsOf(before));
    expect(await elsewhere.preview(this.declared)).toEqual(NONE);
  }

  /** Destroys the resource and expects the objects that existed before it. */
  private async leavesNoOrphan(resource: Resource): Promise<void> {
    await resource.destroy();
    await this.grounds.target.settled();
    expect(idsOf(await this.held())).toEqual(idsOf(this.beside));
  }

  private mark(): string | undefined {
    const own = String(this.inputs.owner);
    return this.row.whose === "ours" ? own : FOREIGN[this.row.whose]?.(own);
  }

  /** The state is lost, and nothing else differs: there is nothing to write but secrets, which no server gives back. */
  private isFoundAgain(): boolean {
    const { given, whose, deed } = this.row;
    return given === "unknown" && whose === "ours" && deed === "create";
  }

  /** Objects that the deed must leave as they are, to the byte. */
  private foreignIn(held: HeldObject[]): HeldObject[] {
    const { given, expected } = this.row;
    if (expected === "taken up" || expected === "gone" || expected === "left alone") return this.beside;
    const own = String(this.inputs.owner);
    return given.startsWith("one") ? held.filter(({ marks }) => !marks.includes(own)) : held;
  }

  private fresh = () => new Resource(this.grounds.target.host, this.kind.kind);
  private held = () => this.grounds.held(this.tag);

  /** Writes that the server took and that have to do with the scenario: the operator of an earlier one may still be at work. */
  private writesSince(start: number, held: readonly HeldObject[]): string[] {
    const traces = [this.tag, ...held.map(({ id }) => id)];
    return this.grounds.target.proxy.calls
      .slice(start)
      .filter(({ method, status }) => method !== "GET" && status < 400)
      .map(({ method, path, body }) => ({ line: `${method} ${path}`, text: `${path} ${JSON.stringify(body)}` }))
      .flatMap(({ line, text }) => (traces.some((trace) => text.includes(trace)) ? [line] : []));
  }
}
