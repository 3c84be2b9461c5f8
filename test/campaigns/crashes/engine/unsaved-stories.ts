import { endpoints, ingressV1, service } from "../../../support/manifests";
import type { CampaignWorld } from "../../lib/world";
import { statusesWorld } from "../../lib/worlds/statuses";
import { STORIES, type Story } from "./stories";

/** A stack that grows. */
export interface GrowingStory extends Pick<Story, "title" | "target" | "start"> {
  declared(world: CampaignWorld): Declared;
  /** More objects, which the same component declares later. */
  grown(world: CampaignWorld): Declared;
}

type Declared = { specs: readonly { apiVersion: string; kind: string }[]; settings: object; writeStatus?: boolean };

/** Resources that a growing stack declares beside the rest. */
const more = (address: string) => [
  service("blog", [80]),
  endpoints("blog", [address], 8080),
  ingressV1("blog", [{ host: "blog.avi.internal", path: "/", type: "Prefix", service: "blog" }]),
  service("ntp", [{ name: "ntp", port: 123, protocol: "UDP" }], "LoadBalancer"),
  endpoints("ntp", [address], [{ name: "ntp", port: 123 }]),
];

const growing = (story: Pick<Story, "title" | "target" | "start">, declared: GrowingStory["declared"]): GrowingStory => ({
  ...story,
  declared,
  grown(world) {
    const before = declared(world);
    return { ...before, specs: [...before.specs, ...more(story.target === "octavia" ? "10.1.0.7" : "10.244.1.3")] };
  },
});

const avi = growing(STORIES.avi, STORIES.avi.declared);
const octavia = growing(STORIES.octavia, STORIES.octavia.declared);
const statuses = growing(
  { ...STORIES.avi, title: "Avi with statuses", start: () => statusesWorld(avi.grown({} as CampaignWorld).specs) },
  (world) => ({ ...STORIES.avi.declared(), ...avi.declared(world), writeStatus: true }),
);

export const GROWING = { avi, octavia, statuses };
