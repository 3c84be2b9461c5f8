// Knows what one run of the engine has declared so far, so that no object of a declared resource is deleted.

import type { Context } from "./handler";
import { RunNonces } from "./nonces";

/** The answers of a context about the other resources of the program. */
type OtherResources = Required<Pick<Context, "isDeclaredElsewhere" | "isStillInUse" | "successorOf">>;

/**
 * Knowledge of one run so far: the declarations of its program, and the objects on the server that its resources represent.
 *
 * The engine checks every resource that a program registers, and deletes those no longer registered when all of that is done: by then an
 * object of a resource that goes may be (part of) one that stays. Neither names nor URNs tell: after `pulumi state rename` and `pulumi
 * state move`, or in a state that was edited by hand, a resource has the URN under which it was last written, and that may be the URN of
 * its successor. So only the id of the object counts.
 */
export class Run {
  /** By part (see `ResourceHandler.parts`): the URNs of the resources that declare it. */
  private readonly declaredBy = new Map<string, Set<string>>();

  /** URNs of resources that went by another one when they were last written: an alias alone writes no outputs. */
  private readonly renamed = new Map<string, string>();

  /** The resources that the program registers. */
  private readonly registered = new Set<string>();

  /** By URN: the objects of the resources that are there when the run ends. */
  private readonly staying = new Map<string, ReadonlySet<string>>();

  /** By URN: the objects that the program reads by their ids. */
  private readonly readById = new Map<string, ReadonlySet<string>>();

  readonly nonces = new RunNonces();

  /** True when this run has written something. */
  wrote = false;

  /** Notes a registered resource. Until it is compared or written the engine may still replace it. */
  checked(urn: string, parts: readonly string[]): void {
    if (urn === "") return;
    this.registered.add(urn);
    this.staying.delete(urn);
    for (const part of parts) this.declaredBy.set(part, (this.declaredBy.get(part) ?? new Set()).add(urn));
  }

  /**
   * A resource of the state is compared with what is declared. A refresh does that too: there nothing is registered.
   *
   * @param before the URN in its outputs
   * @param objects those that it goes on being; undefined when it is replaced
   */
  compared(before: string, urn: string, objects: readonly string[] | undefined): void {
    if (before !== "" && before !== urn) this.renamed.set(before, urn);
    if (objects && this.registered.has(urn)) this.staying.set(urn, new Set(objects));
  }

  /** A resource was created or updated. */
  written(urn: string, objects: readonly string[]): void {
    this.wrote = true;
    if (this.registered.has(urn)) this.staying.set(urn, new Set(objects));
  }

  /** The program reads a resource that is managed elsewhere. */
  read(urn: string, objects: readonly string[]): void {
    if (urn !== "") this.readById.set(urn, new Set(objects));
  }

  /**
   * Answers for one operation about the other resources of the program.
   *
   * @param urn of the resource of that operation; if it is deleted, the URN in its outputs, which need not be its own
   */
  others(urn: string, isDeleted: boolean): OtherResources {
    // the engine deletes nothing that stays: beside a deleted resource, each that stays is another one
    const isAnother = (other: string) =>
      (isDeleted && this.staying.has(other)) || (urn !== "" && other !== urn && other !== this.renamed.get(urn));
    const isDeclaredElsewhere = (part: string) => [...(this.declaredBy.get(part) ?? [])].some(isAnother);
    return {
      isDeclaredElsewhere,
      isStillInUse: (object) => this.urnsOf(object).some((other) => isDeleted || other !== urn),
      successorOf: (start) =>
        [...this.declaredBy.keys()].find((part) => part.startsWith(start) && isDeclaredElsewhere(part))?.slice(start.length),
    };
  }

  /** The resources that are this object on the server. In a destroy nothing is registered, and what is read then goes with the rest. */
  private urnsOf(object: string): string[] {
    const resources = [...this.staying, ...(this.registered.size > 0 ? this.readById : [])];
    return resources.filter(([, objects]) => objects.has(object)).map(([urn]) => urn);
  }
}
