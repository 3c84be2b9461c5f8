// Reads a key of an object without what every object inherits.

/** The value of a key that comes from others: `constructor` and its like are in every object, and are no keys of it. */
export const ownValue = <V>(map: { readonly [key: string]: V }, key: string): V | undefined =>
  Object.hasOwn(map, key) ? map[key] : undefined;
