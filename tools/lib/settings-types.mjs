// sdk/settings-types.ts: the settings of each target as interfaces, from their zod schemas: what an editor shows of a key is what docs/ says of it.
import ts from "typescript";
import { moduleOf } from "./checkout.mjs";
import { inRoot } from "./files.mjs";

const TARGETS = [
  ["Avi", "sdk/targets/avi/settings", "aviSettingsSchema", "AKO's settings, under its own names"],
  [
    "Octavia",
    "sdk/targets/octavia/settings",
    "octaviaSettingsSchema",
    "The settings of Kuryr and of the OpenStack cloud provider, under their own names",
  ],
  ["Mizar", "sdk/targets/mizar/settings", "mizarSettingsSchema", "The settings of the Mizar translation"],
  ["Routes", "sdk/targets/routes/settings", "routesSettingsSchema", "The settings of the neutral model"],
];

const HEAD = `// Made by "npm run tools -- docs" from the schemas of the settings; not to be changed by hand.

/** Settings as a program may write them: any may be absent, numbers and booleans may be texts, lists may be JSON texts; \`Other\` has those that may be more. */
type Written<Settings, Other = unknown> = {
  [Name in keyof Settings]?: Name extends keyof Other ? Other[Name] : WrittenValue<NonNullable<Settings[Name]>>;
};
type WrittenValue<Value> = Value extends string ? Value : Value | string;
`;

/** The text of \`WrittenValue\` of a type, from the text of the type. */
const written = (text) => (text === "string" || text.startsWith('"') ? text : `string | ${text}`);

/** @param load `require` of the checkout */
export function settingsTypes(load) {
  const { z } = load("zod");
  const { options } = ts.convertCompilerOptionsFromJson(
    ts.readConfigFile(inRoot("tsconfig.json"), ts.sys.readFile).config.compilerOptions,
    inRoot("."),
  );
  const program = ts.createProgram(
    TARGETS.map(([, file]) => inRoot(`${file}.ts`)),
    options,
  );
  const checker = program.getTypeChecker();
  const interfaces = TARGETS.flatMap(([target, file, schema, title]) => {
    const { properties } = z.toJSONSchema(moduleOf(file)[schema], { io: "output", unrepresentable: "any" });
    const source = program.getSourceFile(inRoot(`${file}.ts`));
    const symbol = checker.getExportsOfModule(checker.getSymbolAtLocation(source)).find(({ name }) => name === schema);
    const typeOf = (owner, name) => checker.getNonNullableType(checker.getTypeOfSymbol(checker.getPropertyOfType(owner, name)));
    const [input, output] = ["_input", "_output"].map((side) => typeOf(checker.getTypeOfSymbol(symbol), side));
    const textIn = (owner, name) =>
      checker.typeToString(typeOf(owner, name), source, ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias);
    const fields = checker.getPropertiesOfType(output).map(({ name, flags }) => {
      const text = textIn(output, name);
      const optional = flags & ts.SymbolFlags.Optional ? "?" : "";
      const other = textIn(input, name) === written(text) ? "" : `  ${name}: ${textIn(input, name)};\n`;
      return { declared: `${commentOf(properties[name])}  ${name}${optional}: ${text};\n`, other };
    });
    const others = fields.map(({ other }) => other).join("");
    return [
      `/** ${title}; numbers and booleans may be texts. */\nexport interface ${target}SettingsInput extends Written<${target}Settings${others && `, {\n${others}}`}> {}\n`,
      `/** The same with every default filled in. */\nexport type ${target}Settings = {\n${fields.map(({ declared }) => declared).join("")}};\n`,
    ];
  });
  return [HEAD, ...interfaces].join("\n");
}

function commentOf({ description = "", default: initial }) {
  const meaning = description.replaceAll("*/", "* /");
  const value = initial === undefined ? "" : `\n   *\n   * @default ${JSON.stringify(initial)}`;
  return value ? `  /**\n   * ${meaning}${value}\n   */\n` : `  /** ${meaning} */\n`;
}
