// `npm run tools -- docs`: writes what docs/ takes from tables of the built package.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { inRoot } from "./paths.mjs";
import { renderErrors, renderSettings, withGenerated } from "./render-docs.mjs";

/** The pages as they should be, by path. */
function generatedDocs() {
  const load = createRequire(import.meta.url);
  const { SPEC_CODES } = load(inRoot("dist/sdk/specs/codes.js"));
  const { CODES } = load(inRoot("dist/provider/lifecycle/codes.js"));
  const { SANDBOX_CODES } = load(inRoot("dist/sandbox/codes.js"));
  const { aviSettingsSchema } = load(inRoot("dist/sdk/avi/settings.js"));
  const { z } = load("zod");
  const settings = renderSettings(z.toJSONSchema(aviSettingsSchema, { io: "output", unrepresentable: "any" }));
  const avi = inRoot("docs/avi.md");
  return {
    [inRoot("docs/errors.md")]: renderErrors({ specCodes: SPEC_CODES, providerCodes: CODES, sandboxCodes: SANDBOX_CODES }),
    [avi]: withGenerated(readFileSync(avi, "utf8"), "settings", settings),
  };
}

export function writeDocs() {
  for (const [path, text] of Object.entries(generatedDocs())) writeFileSync(path, text);
}
