// The pictures of docs/: what each is drawn from and how. `sdk` is the package, built or from its sources.

const octavia = { naming: "occm", cluster_name: "prod", subnet_id: "4f6c3b1e-5a0d-4f0e-9a62-0c9b7f0e2d11" };

/** By file name below docs/pictures. Paths are relative to the root of the project. */
export const pictures = {
  "delegation.svg": { specs: ["examples/routes/manifests/ingressroute"], draw: (sdk, specs) => sdk.delegationGraph(specs) },
  "faults.svg": { specs: ["docs/pictures/faults.yaml"], draw: (sdk, specs) => sdk.delegationGraph(specs) },
  "avi.svg": {
    specs: ["examples/quickstart/manifests"],
    draw: (sdk, specs) => sdk.topology(sdk.translateToAvi(specs, { settings: { clusterName: "quickstart" } })),
  },
  "octavia.svg": {
    specs: ["examples/octavia/manifests"],
    draw: (sdk, specs) => sdk.topology(sdk.translateToOctavia(specs, { settings: octavia })),
  },
  "routes.svg": { specs: ["examples/routes/manifests"], draw: (sdk, specs) => sdk.topology(sdk.translateToRoutes(specs)) },
};

/** The text of a picture. */
export function render(sdk, { specs: paths, draw }, inRoot) {
  const { objects, diagnostics } = sdk.readManifestFiles(paths.map((path) => inRoot(path)));
  return sdk.toSvg(draw(sdk, sdk.readSpecs(objects, diagnostics)));
}
