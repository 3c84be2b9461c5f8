import type { Props } from "../../sandbox/lib/host";
import type { ConformanceTarget, KindUnderTest } from "../../sandbox/lib/suite/target";

/** An object on the server, with all that a write would change. */
export interface HeldObject {
  id: string;
  text: string;
  marks: string[];
}

/** Place of the scenarios of one target. Each scenario has names of its own, which begin with its tag, as not every server can be reset. */
export interface Grounds<T extends ConformanceTarget> {
  target: T;
  kinds: readonly KindUnderTest<T>[];
  /** Makes what others own and the resource refers to; gives the inputs, whose names end in `end`. */
  make(kind: KindUnderTest<T>, tag: string, end: string): Promise<Props>;
  /** All objects of a scenario. */
  held(tag: string): Promise<HeldObject[]>;
}

/** Marks that are not ours though most of them look like it, by what they are called in the name of a scenario. */
export const FOREIGN: { readonly [whose: string]: (mark: string) => string } = {
  "another program": (mark) => mark.replace(":conformance/", ":other/"),
  "another stack": (mark) => mark.replace("/test/", "/prod/"),
  "another cluster": (mark) => mark.replace("/c1", "/c2"),
  "a mark that ours begins": (mark) => `${mark}0`,
  "a component below our mark": (mark) => `${mark}/below`,
  "a mark that begins ours": (mark) => mark.slice(0, -1),
  "our mark in another case": (mark) => mark.replace("conformance", "Conformance"),
};
