import { type HeldObject, type HeldReport, heldInWords, heldReports } from "../../components/held-objects";
import type { Observer, PendingChange } from "../terms/reported-event";

/** Reports objects that are held whenever they are others than before. */
export class HeldReports {
  private reported = "[]";

  constructor(
    private readonly held: () => readonly HeldObject[],
    private readonly tell: Observer,
  ) {}

  /** @returns whether there was something to report */
  report(): boolean {
    const held = heldReports(this.held());
    const text = JSON.stringify(held);
    if (text === this.reported) return false;
    this.reported = text;
    this.tell({ what: "held", held });
    return true;
  }

  /** Each object as the change of it that is refused, until it is corrected. */
  asChanges = (): PendingChange[] => heldReports(this.held()).map(asChange);
}

const asChange = (held: HeldReport): PendingChange => ({ causes: [held.object], since: "", objects: {}, refused: heldInWords(held) });
