// `npm run tools -- docs`: writes what docs/ takes from tables of the built package.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { inRoot } from "./paths.mjs";
import { renderErrors, renderSettings, withGenerated } from "./render-docs.mjs";

/** docs/rbac: the least that each target needs, without and with writing statuses. */
function rbacPages(load) {
  const { rbacManifests } = load(inRoot("dist/sdk/kubernetes/rbac/manifests.js"));
  const { stringify } = load("yaml");
  const pages = ["avi", "octavia", "mizar"].flatMap((target) =>
    [false, true].map((writeStatus) => {
      const text = rbacManifests({ target, writeStatus }).map((manifest) => stringify(manifest));
      return [inRoot(`docs/rbac/${target}${writeStatus ? "-write-status" : ""}.yaml`), text.join("---\n")];
    }),
  );
  return Object.fromEntries(pages);
}

/** The pages as they should be, by path. */
function generatedDocs() {
  const load = createRequire(import.meta.url);
  const { SPEC_CODES } = load(inRoot("dist/sdk/specs/codes.js"));
  const { CODES } = load(inRoot("dist/provider/lifecycle/codes.js"));
  const { SANDBOX_CODES } = load(inRoot("dist/sandbox/codes.js"));
  const { aviSettingsSchema } = load(inRoot("dist/sdk/avi/settings.js"));
  const { mizarSettingsSchema } = load(inRoot("dist/sdk/mizar/settings.js"));
  const { octaviaSettingsSchema } = load(inRoot("dist/sdk/octavia/settings.js"));
  const { routesSettingsSchema } = load(inRoot("dist/sdk/routes/settings.js"));
  const { z } = load("zod");
  const withSettings = (page, schema) => {
    const table = renderSettings(z.toJSONSchema(schema, { io: "output", unrepresentable: "any" }));
    return { [inRoot(page)]: withGenerated(readFileSync(inRoot(page), "utf8"), "settings", table) };
  };
  return {
    [inRoot("docs/errors.md")]: renderErrors({ specCodes: SPEC_CODES, providerCodes: CODES, sandboxCodes: SANDBOX_CODES }),
    ...withSettings("docs/avi.md", aviSettingsSchema),
    ...withSettings("docs/contour.md", routesSettingsSchema),
    ...withSettings("docs/mizar.md", mizarSettingsSchema),
    ...withSettings("docs/octavia.md", octaviaSettingsSchema),
    ...rbacPages(load),
  };
}

export function writeDocs() {
  for (const [path, text] of Object.entries(generatedDocs())) writeFileSync(path, text);
}
