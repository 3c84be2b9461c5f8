// Script of the page: the field for a URL, which shows what a client gets there and by which rule.

import type { PageScript } from "./dom";

/** The field for a URL: what a client gets there, by which rule. */
export const request: PageScript = ({ window, document }) => {
  const [field, answer] = [document.getElementById("url"), document.getElementById("answer")];
  if (!field || !answer) return;

  const answerOf = async (url: string): Promise<string> => {
    if (window.answerRequest) return window.answerRequest(url);
    const options = { cache: "no-store", signal: AbortSignal.timeout(10_000) } as const;
    return (await window.fetch(`/request?url=${encodeURIComponent(url)}`, options)).text();
  };

  const ask = async () => {
    const url = field.value.trim();
    answer.hidden = url === "";
    if (url === "") return;
    try {
      answer.textContent = await answerOf(url);
    } catch {
      answer.textContent = "The server does not answer.";
    }
  };

  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    void ask();
  });
};
