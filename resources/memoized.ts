// Remembers the last results of a function of a text.

/** Remembers the results of a function for the last texts. */
export function remembered<T extends object | undefined>(most: number, read: (text: string) => T): (text: string) => T {
  const values = new Map<string, T>();
  return (text) => {
    if (values.has(text)) return values.get(text) as T;
    const [oldest] = values.keys();
    if (oldest !== undefined && values.size >= most) values.delete(oldest);
    const value = read(text);
    values.set(text, value);
    return value;
  };
}
