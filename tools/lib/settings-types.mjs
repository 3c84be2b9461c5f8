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
  ["Routes", "sdk/targets/routes/translate", "routesSettingsSchema", "The settings of the neutral model"],
];

const HEAD = `// Made by "npm run tools -- docs" from the schemas of the settings; not to be changed by hand.
`;

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
    const fieldsOf = (side, mark) => {
      const sided = typeOf(checker.getTypeOfSymbol(symbol), side);
      return checker.getPropertiesOfType(sided).map(({ name, flags }) => {
        const text = checker.typeToString(typeOf(sided, name), source, ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias);
        const optional = mark || flags & ts.SymbolFlags.Optional ? "?" : "";
        return `${commentOf(properties[name])}  ${name}${optional}: ${text};\n`;
      });
    };
    return [
      `/** ${title}; numbers and booleans may be texts. */\nexport type ${target}SettingsInput = {\n${fieldsOf("_input", true).join("")}};\n`,
      `/** The same with every default filled in. */\nexport type ${target}Settings = {\n${fieldsOf("_output", false).join("")}};\n`,
    ];
  });
  return [HEAD, ...interfaces].join("\n");
}

function commentOf({ description = "", default: initial }) {
  const meaning = description.replaceAll("*/", "* /");
  const value = initial === undefined ? "" : `\n   *\n   * @default ${JSON.stringify(initial)}`;
  return value ? `  /**\n   * ${meaning}${value}\n   */\n` : `  /** ${meaning} */\n`;
}
