import { describe, expect, it } from "vitest";
import { KubernetesError, type KubernetesReason } from "../../../../../provider/kubernetes/errors";
import { LbError } from "../../../../../resources/diagnostic";
import { Outages, type WatchOutage } from "../../../../../sdk/kubernetes/outages";
import { ActiveErrors } from "../../../../../sdk/watch/report/active-errors";
import { eventText } from "../../../../../sdk/watch/report/event-text";
import { jsonLog } from "../../../../../sdk/watch/report/log";
import type { ReportedEvent } from "../../../../../sdk/watch/terms/reported-event";

const refused = (reason: KubernetesReason, object: string) => new KubernetesError({ reason, status: 0, text: `${reason} text`, object });

function outages() {
  const reported: WatchOutage[] = [];
  const all = new Outages((outage) => reported.push(outage));
  const [pods, nodes, secrets] = [{}, {}, {}];
  return { told: reported, all, pods, nodes, secrets };
}

describe("an API server that is away", () => {
  it("is told once, however many streams try how often, and once when all of them are back", () => {
    const { told, all, pods, nodes } = outages();
    for (const _try of [1, 2, 3]) {
      all.broken(pods, "Pod", refused("unavailable", "Pods"));
      all.broken(nodes, "Node", refused("unavailable", "Nodes"));
    }
    expect(told).toEqual([{ reason: expect.stringMatching(/^LB2102: unavailable text/) }]);
    all.open(pods);
    expect(told).toHaveLength(1);
    all.open(nodes);
    all.open(nodes);
    expect(told.slice(1)).toEqual([{ kind: undefined }]);
  });

  it("is told again when it answers, but to nobody: the reason is another", () => {
    const { told, all, pods, nodes } = outages();
    all.broken(pods, "Pod", refused("unavailable", "Pods"));
    all.broken(nodes, "Node", refused("unavailable", "Nodes"));
    all.broken(pods, "Pod", refused("unauthenticated", "Pods"));
    all.broken(nodes, "Node", refused("unauthenticated", "Nodes"));
    expect(told.map(({ reason }) => reason?.split(" ")[1])).toEqual(["unavailable", "unauthenticated"]);
  });

  it("is back where it refuses one kind alone", () => {
    const { told, all, pods, secrets } = outages();
    all.broken(secrets, "Secret", refused("forbidden", "Secrets"));
    all.broken(secrets, "Secret", refused("forbidden", "Secrets"));
    all.broken(pods, "Pod", refused("unavailable", "Pods"));
    all.open(pods);
    expect(told.map(({ kind, reason }) => [kind, reason?.slice(0, 6)])).toEqual([
      ["Secret", "LB2104"],
      [undefined, "LB2102"],
      [undefined, undefined],
    ]);
    all.open(secrets);
    expect(told.at(-1)).toEqual({ kind: "Secret" });
  });
});

describe("a load balancer that is away", () => {
  const away = (object: string) => new Error("wire", { cause: new LbError({ code: "LB2007", message: "away", object, shared: "away" }) });
  const lines = (reported: readonly ReportedEvent[]) => reported.flatMap((one) => eventText(one) ?? []);

  it("is told once, not with every pool and every try", () => {
    const reported: ReportedEvent[] = [];
    const troubles = new ActiveErrors((one) => reported.push(one));
    for (const pool of ["a", "b", "a", "b"]) troubles.failed(pool, away(pool), 1000);
    expect(lines(reported)).toEqual(["wire (next try in 1.0 s)"]);
    expect(reported).toHaveLength(4);
    expect(troubles.all()).toEqual(["wire"]);
    for (const pool of ["a", "b"]) troubles.resolve(pool);
    troubles.failed("a", away("a"));
    expect(lines(reported)).toHaveLength(2);
  });

  it("is logged as JSON with the documented keys, `known` for the second pool", () => {
    const written: string[] = [];
    const log = jsonLog({ write: (line) => void written.push(line) }, (text) => text, "debug");
    const errors = new ActiveErrors(log);
    for (const pool of ["a", "b"]) errors.failed(pool, away(pool), 1000);
    const [first, second] = written.map((line) => {
      const { time: _, msg: __, ...event } = JSON.parse(line);
      return event;
    });
    const event = { what: "failure", code: "LB2000", message: "wire", again: 1 };
    expect(first).toEqual({ ...event, level: "error", resource: "a" });
    expect(second).toEqual({ ...event, level: "debug", resource: "b", known: true });
  });

  it("hides nothing that is wrong with one pool alone", () => {
    const reported: ReportedEvent[] = [];
    const troubles = new ActiveErrors((one) => reported.push(one));
    for (const pool of ["a", "b"]) troubles.failed(pool, new Error(`LB2012: ${pool} is not ours`));
    expect(lines(reported)).toHaveLength(2);
    expect(troubles.all()).toHaveLength(2);
  });
});
