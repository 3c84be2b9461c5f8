/** A Lua text in quotes. */
export const quoted = (text: string) => `"${text.replace(/[\\"]/g, "\\$&").replace(/[\n\r]/g, "")}"`;
