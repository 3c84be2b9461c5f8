// Copies a text, so that a part of a log line does not keep the whole piece of the log in memory.

/** A copy of the text in its own memory. */
export const copiedText = (text: string): string => Buffer.from(text, "utf8").toString("utf8");
