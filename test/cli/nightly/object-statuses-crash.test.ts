import { startMizar } from "../../sandbox/lib/mizar-kinds";
import { addressOf, liveServices, namesIn, services, statusesOf } from "../../sandbox/lib/statuses";
import { crashes } from "../../sandbox/lib/suite";
import type { KindUnderTest } from "../../sandbox/lib/suite/target";

// The connection breaks at any call of a resource with the statuses of several objects.

const STATUSES: KindUnderTest<Awaited<ReturnType<typeof startMizar>>> = {
  kind: "kubernetes:ObjectStatuses",
  async make(target) {
    const [one = "", two = "", three = "", four = ""] = await services(target, 4);
    return statusesOf(
      addressOf(one, "10.0.0.1"),
      addressOf(two, "10.0.0.2", { annotations: { note: "two" } }),
      addressOf(three, "10.0.0.3"),
      addressOf(four, "10.0.0.4"),
    );
  },
  next(inputs) {
    const [one = "", two = "", three = ""] = namesIn(inputs);
    return statusesOf(
      addressOf(one, "10.0.0.9"),
      addressOf(two, "10.0.0.2", { annotations: { other: "two" } }),
      addressOf(three, "10.0.0.3"),
    );
  },
  async objects(target, inputs) {
    const found = await liveServices(target, namesIn(inputs));
    return found
      .filter(({ status, metadata }) => status.loadBalancer?.ingress || metadata.annotations)
      .map(({ metadata }) => metadata.name);
  },
  writes: { create: 5, remove: 5 },
  marked: 0,
  mark: () => Promise.resolve(),
  stranger: "",
  inPlace: () => [],
  optional: () => [],
  replacing: () => [],
  byHand: () => [],
  nowhere: "statuses",
};

crashes(async () => ({ ...(await startMizar()), breaks: undefined }), [STATUSES]);
