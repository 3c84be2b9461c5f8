import { expect, test } from "vitest";
import { eventually } from "../../../support/eventually";
import { endpoints, ingress, NAMESPACE, service, watchedAvi } from "../../../support/watch-lab";

// `k8s-lb watch` over a program in YAML: its component is made in the plugin, and hands itself over from there.

const PROJECT = {
  name: "watched",
  runtime: "yaml",
  resources: {
    main: {
      type: "k8s-lb:avi:KubernetesCluster",
      properties: {
        specs: [{ liveCluster: { namespaces: [NAMESPACE] } }],
        settings: { clusterName: "c1", shardVSSize: "SMALL", disableStaticRouteSync: true },
      },
    },
  },
};

const watched = watchedAvi({ "Pulumi.yaml": JSON.stringify(PROJECT) });

test("servers are written without a run, and structure by the program", async () => {
  const watch = await watched.world.watch("--apply", "all", "--settle", "1h");
  expect(watch.said).toMatch(/each run starts the program \(yaml\) again/);
  await watched.world.put(endpoints(["10.1.0.2", "10.1.0.3"]));
  await eventually(() => expect(watched.servers()).toEqual(["10.1.0.2", "10.1.0.3"]), 60_000);
  expect(await watch.status()).toMatchObject({ pending: [], troubles: [] });
  await watched.world.put(service("other"), endpoints(["10.1.1.1"], "other"), ingress("other.example.com", "other", "other"));
  await eventually(() => expect(watched.pools()).toContain("other.example.com_-shop-other"), 150_000);
  await watch.says("nothing is pending");
  await watch.stop();
}, 600_000);
