// The sections of CHANGELOG.md: what a release says of itself, and what the next one will say.
import { readFileSync } from "node:fs";
import { inRoot, readJson } from "../lib/files.mjs";
import { main, Stop } from "../lib/process.mjs";

/** The sections, the newest first: version, what is in brackets behind it, and the text. */
export function sectionsOf(changelog) {
  const parts = changelog.split(/^## /m).slice(1);
  return parts.map((part) => {
    const [heading = "", ...lines] = part.split("\n");
    const [, version = "", note = ""] = /^\[?v?([^\s\]]+)\]?(?:\s+\(?([^)]*)\)?)?\s*$/.exec(heading) ?? [];
    return { version, note, text: lines.join("\n").trim() };
  });
}

/** Notes of the next release; empty where nothing is written yet. */
export const unreleased = (changelog) => sectionsOf(changelog).find(({ note }) => note === "unreleased")?.text ?? "";

/**
 * Notes of the release of a tag: its section, with links that lead into the repository at that tag.
 *
 * @throws Stop where the section is missing, empty or not dated
 */
export function notesOf(tag, changelog, repository) {
  const section = sectionsOf(changelog).find(({ version }) => `v${version}` === tag);
  if (!section) throw new Stop(`CHANGELOG.md has no section for ${tag}`);
  if (!/^\d{4}-\d\d-\d\d$/.test(section.note))
    throw new Stop(`the section of ${tag} in CHANGELOG.md has "(${section.note})" in place of the date of the release`);
  if (section.text === "") throw new Stop(`the section of ${tag} in CHANGELOG.md is empty`);
  return `${section.text.replaceAll(/\]\((?!https?:|#)([^)]+)\)/g, `](${repository}/blob/${tag}/$1)`)}\n`;
}

/** node tools/release/changelog.mjs TAG: prints the notes of a release. */
if (process.argv[1] === import.meta.filename)
  await main(async ([tag, ...more]) => {
    if (!tag || more.length > 0) throw new Stop("usage: node tools/release/changelog.mjs v1.2.3");
    process.stdout.write(notesOf(tag, readFileSync(inRoot("CHANGELOG.md"), "utf8"), readJson(inRoot("docs/schema.json")).repository));
  });
