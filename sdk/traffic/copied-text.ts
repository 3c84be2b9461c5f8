/** The same text in memory of its own: a part of a line keeps the whole piece of the log alive that the line was read from. */
export const copiedText = (text: string): string => Buffer.from(text, "utf8").toString("utf8");
