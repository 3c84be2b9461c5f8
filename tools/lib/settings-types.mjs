// sdk/settings-args.ts: the settings of each target as interfaces, from their zod schemas: what an editor shows of a key is what docs/ says of it.
import ts from "typescript";
import { inRoot } from "./files.mjs";

const TARGETS = [
  ["Avi", "sdk/avi/settings", "aviSettingsSchema", "AKO's settings, under its own names"],
  [
    "Octavia",
    "sdk/octavia/settings",
    "octaviaSettingsSchema",
    "The settings of Kuryr and of the OpenStack cloud provider, under their own names",
  ],
  ["Mizar", "sdk/mizar/translate", "mizarSettingsSchema", "The settings of the Mizar translation"],
];

const HEAD = `// Made by "npm run tools -- docs" from the schemas of the settings; not to be changed by hand.
import type { Input } from "@pulumi/pulumi";
`;

/** @param load `require` of the built package */
export function settingsTypes(load) {
  const { z } = load("zod");
  const program = ts.createProgram(
    TARGETS.map(([, file]) => inRoot(`dist/${file}.d.ts`)),
    { strict: true, module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 },
  );
  const checker = program.getTypeChecker();
  const interfaces = TARGETS.map(([target, file, schema, title]) => {
    const { properties } = z.toJSONSchema(load(inRoot(`dist/${file}.js`))[schema], { io: "output", unrepresentable: "any" });
    const source = program.getSourceFile(inRoot(`dist/${file}.d.ts`));
    const symbol = checker.getExportsOfModule(checker.getSymbolAtLocation(source)).find(({ name }) => name === `${target}SettingsInput`);
    const fields = checker.getDeclaredTypeOfSymbol(symbol).getProperties();
    const lines = fields.map((field) => {
      const type = checker.getNonNullableType(checker.getTypeOfSymbol(field));
      const text = checker.typeToString(type, source, ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias);
      return `${commentOf(properties[field.name])}  ${field.name}?: Input<${text}>;\n`;
    });
    return `/** ${title}; each may be an output, and numbers and booleans may be texts. */\nexport interface ${target}SettingsArgs {\n${lines.join("")}}\n`;
  });
  return [HEAD, ...interfaces].join("\n");
}

function commentOf({ description = "", default: initial }) {
  const meaning = description.replaceAll("*/", "* /");
  const value = initial === undefined ? "" : `\n   *\n   * @default ${JSON.stringify(initial)}`;
  return value ? `  /**\n   * ${meaning}${value}\n   */\n` : `  /** ${meaning} */\n`;
}
