// The first page of the site: the README's opening, from its sentence to its three commands, and below it the list of pages.

/** First heading after the opening of the README. */
const NEXT = /^## (?!Try it)/m;

/** Its one table: two blocks beside each other, below their headings. */
const TABLE = /<table>\n<tr><th>(.*)<\/th><th>(.*)<\/th><\/tr>\n<tr><td>\n([\s\S]*?)\n<\/td><td>\n([\s\S]*?)\n<\/td><\/tr>\n<\/table>/;

/** Wider than other pages, so that both blocks fit beside each other; where there is no room, one is below the other. */
const HEAD = `---
aside: false
pageClass: front
---

<style>
.front .content-container { max-width: 1080px !important; }
.beside { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 27rem), 1fr)); gap: 0 1rem; }
.beside > div { min-width: 0; }
.beside div[class*="language-"] { margin: 8px 0; }
.beside pre code { font-size: 11px !important; padding: 0 14px !important; }
</style>
`;

/** Texts of README.md and docs/README.md as one page of docs/. */
export function frontPage(readme, list) {
  const end = NEXT.exec(readme)?.index;
  if (end === undefined || !readme.slice(0, end).includes("\n## Try it\n")) throw new Error('README.md opens with no "## Try it"');
  const opening = readme
    .slice(0, end)
    .replaceAll(/\]\(docs\//g, "](")
    .replace(TABLE, (_, ...parts) => beside(parts));
  return `${HEAD}\n${opening.trimEnd()}\n\n${list.replace(/^# .*\n+/, "")}`;
}

const beside = ([leftTitle, rightTitle, one, other]) =>
  [
    '<div class="beside"><div>',
    `<strong>${leftTitle}</strong>`,
    one,
    "</div><div>",
    `<strong>${rightTitle}</strong>`,
    other,
    "</div></div>",
  ].join("\n");
