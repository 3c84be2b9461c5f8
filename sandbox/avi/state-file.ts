// Saves the state of a controller in a file.
import type { JsonObject } from "../shared/json";
import { SeededRandom } from "../shared/random";
import { readSaved, Saver } from "../shared/state-file";
import type { Controller } from "./exchange";
import type { Session } from "./sessions";
import { MicrosecondClock } from "./state";

interface SavedController {
  format: 1;
  objects: { [type: string]: JsonObject[] };
  systemObjects: string[];
  singletons: { [type: string]: JsonObject };
  passwords: { [user: string]: string };
  sessions: Session[];
  clock: number;
  random: number;
}

/** Keeps a controller in a file: read at the start, written shortly after each change and at the end. */
export class StateFile {
  private readonly saver: Saver;

  constructor(
    private readonly controller: Controller,
    private readonly file: string,
  ) {
    this.load();
    this.saver = new Saver(file, () => this.snapshot());
    const changed = () => this.saver.schedule();
    controller.state.store.onChange = changed;
    controller.sessions.onChange = changed;
  }

  /** Writes what has not been written yet. */
  flush(): void {
    this.saver.flush();
  }

  private snapshot(): SavedController {
    const { state, sessions } = this.controller;
    return {
      format: 1,
      objects: Object.fromEntries(state.store.kinds().map((type) => [type, state.store.list(type)])),
      systemObjects: [...state.systemObjects],
      singletons: Object.fromEntries(state.singletons),
      passwords: Object.fromEntries(state.passwords),
      sessions: sessions.list(),
      clock: state.clock.current(),
      random: state.random.position(),
    };
  }

  private load(): void {
    const saved = readSaved<SavedController>(this.file);
    if (saved === undefined) return;
    const { state, sessions } = this.controller;
    state.store.clear();
    state.systemObjects.clear();
    for (const [type, objects] of Object.entries(saved.objects)) for (const object of objects) state.store.put(type, object);
    for (const reference of saved.systemObjects) state.systemObjects.add(reference);
    for (const [type, object] of Object.entries(saved.singletons)) state.singletons.set(type, object);
    for (const [user, password] of Object.entries(saved.passwords)) state.passwords.set(user, password);
    state.clock = new MicrosecondClock(saved.clock);
    state.random = new SeededRandom(saved.random);
    sessions.restore(saved.sessions);
  }
}
