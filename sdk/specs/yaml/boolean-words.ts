// Unquoted words such as `on` and `no`, which kubectl reads as booleans and YAML 1.2 as texts.

import type { ScalarTag } from "yaml";

/** Boolean words of YAML 1.1. */
const WORDS = /^(?:y|yes|on|n|no|off|Y|Yes|YES|On|ON|N|No|NO|Off|OFF)$/;

/** Such a word, until the whole document is read. */
class BooleanWord {
  constructor(readonly source: string) {}
}

/** YAML tag for unquoted words of this form. */
export const BOOLEAN_WORD: ScalarTag = {
  tag: "tag:yaml.org,2002:str",
  default: true,
  test: WORDS,
  identify: (value) => value instanceof BooleanWord,
  resolve: (source) => new BooleanWord(source),
  stringify: ({ value }) => (value instanceof BooleanWord ? value.source : String(value)),
};

/** The word as a text; other values unchanged. */
export const sourceTextOf = (value: unknown): unknown => (value instanceof BooleanWord ? value.source : value);

/** Members of mappings and lists that contained such a word. */
const unquoted = new WeakMap<object, Set<string>>();

/** A value with these words as texts. Their positions are remembered for fields that accept only booleans. */
export function withTexts(value: unknown): unknown {
  const rest: unknown[] = [value];
  const seen = new Set<unknown>();
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (typeof node !== "object" || node === null || seen.has(node)) continue;
    seen.add(node);
    for (const [key, member] of Object.entries(node)) {
      if (!(member instanceof BooleanWord)) rest.push(member ?? null);
      else {
        Reflect.set(node, key, member.source);
        unquoted.set(node, (unquoted.get(node) ?? new Set()).add(key));
      }
    }
  }
  return sourceTextOf(value);
}

/** The boolean that kubectl reads in a member of a mapping or list; undefined for other members. */
export function booleanIn(holder: unknown, key: PropertyKey): boolean | undefined {
  if (typeof holder !== "object" || holder === null || !unquoted.get(holder)?.has(String(key))) return undefined;
  return /^(?:y|on)/i.test(String(Reflect.get(holder, key)));
}
