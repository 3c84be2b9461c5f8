/** How many shared virtual services a size stands for; none is SMALL (ako.md 1.4). */
export function shardCount(size: string | undefined): number {
  return { LARGE: 8, MEDIUM: 4, SMALL: 1 }[size ?? ""] ?? 1;
}

/**
 * The shard of a host name or namespace: 32-bit FNV-1a over the UTF-8 bytes, masked with count - 1.
 * The text is taken as written, without lower-casing: `FOO.com` and `foo.com` may differ.
 *
 * @param count a power of two, as {@link shardCount} gives
 */
export function shardOf(key: string, count: number): number {
  return fnv1a32(key) & (count - 1);
}

/** 32-bit FNV-1a over the UTF-8 bytes of a text, as an unsigned number. */
export function fnv1a32(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text, "utf8")) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash >>> 0;
}
