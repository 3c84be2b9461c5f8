// The first page of the site: the README's opening, from its sentence to its three commands, and below it the list of pages.

/** Where the opening of the README ends. */
const NEXT = /^## (?!Try it)/m;

/** Texts of README.md and docs/README.md as one page of docs/. */
export function frontPage(readme, list) {
  const end = NEXT.exec(readme)?.index;
  if (end === undefined || !readme.slice(0, end).includes("\n## Try it\n")) throw new Error('README.md opens with no "## Try it"');
  const opening = readme.slice(0, end).replaceAll(/\]\(docs\//g, "](");
  return `${opening.trimEnd()}\n\n${list.replace(/^# .*\n+/, "")}`;
}
