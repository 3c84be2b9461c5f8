// The site of docs/: the pages as they are, in front the opening of the README, and docs/README.md, whose parts are the sidebar. Nothing is fetched when it is read.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { frontPage } from "./front-page.mjs";

const docs = fileURLToPath(new URL("../..", import.meta.url));
const contributing = readdirSync(join(docs, "contributing")).map((name) => `contributing/${name}`);
const decisions = readdirSync(join(docs, "decisions")).filter((name) => name.endsWith(".md"));
const pages = [
  ...readdirSync(docs).filter((name) => name.endsWith(".md")),
  ...contributing,
  ...decisions.map((name) => `decisions/${name}`),
];
const titleOf = (page) => /^# (.*)$/m.exec(readFileSync(join(docs, page), "utf8"))?.[1].replaceAll("`", "") ?? page;
const linkTo = (page) => ({ text: titleOf(page), link: `/${page.replace(/\.md$/, "")}` });

/** The parts of docs/README.md with the pages that each links to. */
function sidebar() {
  const parts = readFileSync(join(docs, "README.md"), "utf8").split(/^## /m).slice(1);
  const groups = parts.map((part) => {
    const linked = [...part.matchAll(/\]\(([\w./-]+\.md)(?:#[\w-]+)?\)/g)].map(([, page]) => page);
    return { text: part.slice(0, part.indexOf("\n")), items: [...new Set(linked)].filter((page) => pages.includes(page)).map(linkTo) };
  });
  const shown = new Set(groups.flatMap(({ items }) => items.map(({ link }) => `${link.slice(1)}.md`)));
  const lost = pages.filter((page) => !shown.has(page) && page !== "README.md" && !page.startsWith("decisions/"));
  if (lost.length > 0) process.stderr.write(`docs/README.md links to no ${lost.join(", ")}: they stand under "More"\n`);
  const more = lost.length > 0 ? [{ text: "More", items: lost.map(linkTo) }] : [];
  return [...groups, ...more, { text: "Decisions", collapsed: true, items: decisions.map((name) => linkTo(`decisions/${name}`)) }];
}

/** Links to files that are not there, all of them told at once. */
const dead = new Set();

/** Links to the repository's other files are checked and shown as text: the site does not have them. */
function repositoryLinks(markdown) {
  const open = markdown.renderer.rules.link_open ?? ((tokens, index, options, _env, self) => self.renderToken(tokens, index, options));
  markdown.renderer.rules.link_open = (tokens, index, options, env, self) => {
    const token = tokens[index];
    const [path, anchor] = (token.attrGet("href") ?? "").split("#");
    if (path && !/^[a-z]+:/.test(path)) {
      const file = resolve(docs, dirname(env.relativePath), decodeURI(path));
      if (!existsSync(file)) dead.add(`${env.relativePath}: ${path}`);
      const page = relative(docs, file);
      if (page === "README.md") token.attrSet("href", "/");
      else if (!pages.includes(page))
        return self.renderToken([{ ...token, attrs: null, tag: "span", nesting: 1 }], 0, options) + closeAs(tokens, index, "span");
      else token.attrSet("href", `/${page.replace(/\.md$/, "")}${anchor ? `#${anchor}` : ""}`);
    }
    return open(tokens, index, options, env, self);
  };
}

function closeAs(tokens, from, tag) {
  const close = tokens.slice(from).find(({ type }) => type === "link_close");
  if (close) close.tag = tag;
  return "";
}

// modules are looked for from the pages upward, so they are laid beside node_modules
const copy = fileURLToPath(new URL("../.pages", import.meta.url));
rmSync(copy, { recursive: true, force: true });
mkdirSync(copy);
for (const name of [...pages.filter((page) => !page.includes("/")), "contributing", "decisions", "pictures"])
  cpSync(join(docs, name), join(copy, name), { recursive: true });
const textOf = (path) => readFileSync(join(docs, path), "utf8");
writeFileSync(join(copy, "README.md"), frontPage(textOf("../README.md"), textOf("README.md")));

export default defineConfig({
  title: "pulumi-k8s-lb",
  description: "Load balancing of Kubernetes clusters on Avi, OpenStack Octavia and Mizar, with Pulumi",
  srcDir: copy,
  rewrites: { "README.md": "index.md" },
  outDir: fileURLToPath(new URL("../dist", import.meta.url)),
  buildEnd() {
    if (dead.size > 0) throw new Error(`links to what is not there:\n  ${[...dead].join("\n  ")}`);
  },
  markdown: { config: repositoryLinks },
  themeConfig: { search: { provider: "local" }, sidebar: sidebar(), outline: [2, 3] },
});
