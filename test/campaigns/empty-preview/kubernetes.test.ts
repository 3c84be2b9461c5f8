import { MIZAR_KINDS } from "../../sandbox/lib/mizar-kinds";
import { campaign } from "../lib/campaign";
import { KUBERNETES_SUBJECTS, type KubernetesCampaign, kubernetesWorld } from "../lib/worlds/kubernetes";
import { sequenceCases } from "./case";
import { stage } from "./stage";
import { walkerOf } from "./walk";

const on = stage(kubernetesWorld);

/** An API server keeps the order of lists; fields come from webhooks, operators and later versions. */
const mood = {
  unordered: () => false,
  fills: (object: { [field: string]: unknown }) => ("kind" in object || "vpc" in object ? { ofALaterVersion: "filled in" } : {}),
};

const cases = KUBERNETES_SUBJECTS.flatMap((subject, i) =>
  sequenceCases(on, walkerOf<KubernetesCampaign>(subject, MIZAR_KINDS[i]), mood, 600),
);
campaign("empty preview on Kubernetes", cases, { sample: 1, limitMs: 180_000 });
