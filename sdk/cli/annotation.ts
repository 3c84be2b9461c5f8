// Annotations of GitHub Actions, as `validate` and `test` print them.
import { printableText } from "../../resources/printable";

/** https://docs.github.com/actions/reference/workflow-commands-for-github-actions: error, warning and notice are the severities there, too. */
export function annotationText(
  severity: "error" | "warning" | "notice",
  properties: Readonly<Record<string, string | number>>,
  text: string,
): string {
  const all = Object.entries(properties).map(([key, value]) => `${key}=${property(String(value))}`);
  return `::${severity} ${all.join(",")}::${escaped(text)}\n`;
}

const escaped = (text: string) => printableText(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const property = (text: string) => escaped(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
