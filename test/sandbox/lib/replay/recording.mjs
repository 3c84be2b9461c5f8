// Recorded answers of the real server, with which the sandbox can be checked in seconds where the real one is not installed. Equal answers
// are kept once.
import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** `Map(id → answers)` */
export function readRecording(file) {
  if (!existsSync(file)) return new Map();
  const { answers, cases } = JSON.parse(readFileSync(file, "utf8"));
  return new Map(Object.entries(cases).map(([id, indexes]) => [id, indexes.map((index) => answers[index])]));
}

export function writeRecording(file, recording) {
  const answers = new Map();
  const indexOf = (answer) => {
    const text = JSON.stringify(answer);
    if (!answers.has(text)) answers.set(text, answers.size);
    return answers.get(text);
  };
  const ids = [...recording.keys()].sort();
  const cases = ids.map((id) => `  ${JSON.stringify(id)}: ${JSON.stringify(recording.get(id).map(indexOf))}`);
  const texts = [...answers.keys()].map((text) => `  ${text}`);
  writeFileSync(file, `{"answers": [\n${texts.join(",\n")}\n], "cases": {\n${cases.join(",\n")}\n}}\n`);
}
