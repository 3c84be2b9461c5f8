/** The same function of a text, which is not read again as long as it is among the last ones. */
export function remembered<T extends object | undefined>(most: number, read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    if (known.has(text)) return known.get(text) as T;
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size >= most) known.delete(oldest);
    const value = read(text);
    known.set(text, value);
    return value;
  };
}
