import { expect } from "vitest";
import { type AviSandbox, type KubernetesSandbox, startAviSandbox, startKubernetesSandbox } from "../../sandbox/index";
import { AVI_PROGRAM, aviEnv, endpoints, ingress, type RunningWatch, service, WatchLab } from "./watch-lab";
import { addressesIn } from "./watched";

const SERVICES = ["a", "b", "c", "d", "e"];
/** A stale member is gone so soon after the end of an `up`. */
export const LIMIT_MS = 5_000;

/** A number from 0 to `below` - 1. */
type EventDraw = (what: string, below: number) => number;

/** A person's `pulumi up` in the middle of a running watch, with the real engine and the real command, as often as one likes. */
export class EngineBesideWatch {
  private readonly last = new Map<string, number>();
  private moves = 0;

  private constructor(
    private readonly avi: AviSandbox,
    private readonly cluster: KubernetesSandbox,
    private readonly world: WatchLab,
    private readonly watch: RunningWatch,
  ) {}

  static async begin(): Promise<EngineBesideWatch> {
    // an answer takes its time, so that there is a moment between what `up` has read and what it writes
    const [avi, cluster] = await Promise.all([startAviSandbox({ rateLimit: "off", latencyMs: 100 }), startKubernetesSandbox({})]);
    const world = new WatchLab(cluster.kubeconfig, aviEnv(avi));
    const objects = SERVICES.flatMap((name) => [service(name), endpoints(["10.1.0.1"], name), ingress(`${name}.example.com`, name, name)]);
    await world.begin(AVI_PROGRAM, objects);
    return new EngineBesideWatch(avi, cluster, world, await world.watch("--settle", "1h"));
  }

  async end(): Promise<void> {
    await this.watch.stop();
    this.world.dispose();
    await Promise.all([this.avi.close(), this.cluster.close()]);
  }

  /** Servers move before an `up` and while it runs; milliseconds after its end until all are right. */
  async interleave(draw: EventDraw): Promise<number> {
    const move = async (what: string) => {
      const name = SERVICES[draw(what, SERVICES.length)] ?? "a";
      const host = 2 + (++this.moves % 200);
      this.last.set(name, host);
      await this.world.put(endpoints([`10.1.0.${host}`], name));
    };
    // what has moved before is an update of this run, and so may be overtaken
    for (let i = 0; i <= draw("before", 4); i++) await move(`before ${i}`);
    let running = true;
    const up = this.world.up().finally(() => {
      running = false;
    });
    for (let i = 0; running; i++) {
      await new Promise((done) => setTimeout(done, 50 + draw(`pause ${i}`, 700)));
      if (running) await move(`during ${i}`);
    }
    await up;
    const ended = performance.now();
    while (this.stale().length > 0 && performance.now() - ended < LIMIT_MS) await new Promise((done) => setTimeout(done, 20));
    expect(this.stale()).toEqual([]);
    return performance.now() - ended;
  }

  private stale(): string[] {
    return this.avi.store.list("pool").flatMap(({ name, servers }) => {
      const is = addressesIn([servers ?? []]).join();
      const expected = `10.1.0.${this.last.get(String(name).slice(-1)) ?? 1}`;
      return is === expected ? [] : [`${name} has ${is}, not ${expected}`];
    });
  }
}
