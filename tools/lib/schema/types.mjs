// Types of TypeScript as types of a Pulumi schema. The compiler knows names, comments and alternatives; the JSON schema of the same value
// knows which objects are open and which numbers are whole.
import ts from "typescript";
import { commentOf, docText } from "./comments.mjs";

const ANY = "pulumi.json#/Any";
/** Types of the SDK around a value. */
const AROUND = new Set(["Input", "DeepInput", "Output", "BodyOutput"]);
const WAITING = new Set(["Promise", "OutputInstance"]);
const TARGETS = ["avi", "octavia", "mizar"];
const NOTHING = ts.TypeFlags.Undefined | ts.TypeFlags.Null;
export const pascal = (text) => text.replace(/(?:^|[._-])(\w)/g, (_all, letter) => letter.toUpperCase());

/**
 * Knowledge that one drawing leaves to the next, which is right about it from its first line: `jsons`, the JSON schema of each type with a name, and
 * `ambiguous`, names that are too short for all that would have them.
 */
export const nothingLearnt = () => ({ jsons: new Map(), ambiguous: new Set() });

/** Draws types; collects those that have a name, and each place that is Any. */
export class Types {
  /** Object types and enumerations, by token. */
  named = {};
  /** Reason by place, `k8s-lb:avi:Pool pool`. */
  open = new Map();
  #references = new Map();

  /**
   * @param taken tokens that no type may have
   * @param learnt by earlier drawings of the same
   */
  constructor(checker, taken, learnt) {
    this.checker = checker;
    this.taken = taken;
    this.learnt = learnt;
  }

  /**
   * The properties of an object: `{ properties, required }`. What begins with `__` is hidden.
   *
   * @param json the JSON schema of the object, where there is one
   * @param at `{ owner, path }` of the object; `module` of all types below it, else each is where its property is declared; with `byJson`
   *   the JSON schema decides what is required
   * @param replaced properties that are drawn already, by name
   */
  object(type, json, at, replaced = {}) {
    const shown = this.checker.getPropertiesOfType(type).filter(({ name }) => !name.startsWith("__"));
    // the compiler has them in the order in which it met them
    const symbols = shown.sort((a, b) => (a.name < b.name ? -1 : 1));
    const isRequired = ({ name, flags }) => (at.byJson ? json?.required?.includes(name) : !(flags & ts.SymbolFlags.Optional));
    const drawn = symbols.map((symbol) => {
      const { name } = symbol;
      return [name, replaced[name] ?? this.property(symbol, this.#declared(symbol), json?.properties?.[name], at)];
    });
    const required = symbols.filter(isRequired).map(({ name }) => name);
    return { properties: Object.fromEntries(drawn), ...(required.length > 0 ? { required } : {}) };
  }

  /**
   * A property with its comment, and with those texts that it may have and the comment does not name.
   *
   * @param at the object that has it
   */
  property(symbol, type, json, at) {
    const place = { ...at, home: at.module ?? homeOf(symbol), path: [...at.path, symbol.name] };
    const { texts = [], isListOpen, ...drawn } = this.#type(type, json, place);
    const comment = commentOf(this.checker, symbol);
    const isNamed = texts.every((text) => comment.includes(text));
    const values = isNamed
      ? ""
      : `${isListOpen ? "Known values" : texts.length > 1 ? "Values" : "Value"}: ${texts.map((text) => `\`${text}\``).join(", ")}.`;
    const description = [comment, values].filter(Boolean).join(" ");
    return { ...drawn, ...(description ? { description } : {}) };
  }

  /** The type as somebody wrote it: through a mapped type it loses its name. */
  #declared(symbol) {
    const [declaration] = symbol.declarations ?? [];
    const written = declaration && ts.isPropertySignature(declaration) && declaration.type;
    return written ? this.checker.getTypeFromTypeNode(written) : this.checker.getTypeOfSymbol(symbol);
  }

  #type(declared, json, at) {
    const type = inner(declared);
    const parts = partsOf(type);
    if (parts.length === 0 || [type, ...parts].some(isAnything)) return this.#any(at, "Values of any form");
    const texts = parts.flatMap((part) => (part.isStringLiteral() ? [part.value] : [])).sort(inOrderOf(json?.enum));
    const isClosed = texts.length > 0 && texts.length === parts.length;
    if (isClosed && texts.every((text) => text === "true" || text === "false")) return { type: "boolean" };
    // SDKs name the values in capitals
    const isEnumerable = new Set(texts.map((text) => text.toUpperCase())).size === texts.length;
    if (isClosed && isEnumerable && texts.length > 1) return this.#enumeration(type, texts, at);
    const has = (flag) => parts.some(({ flags }) => flags & flag);
    const all = [
      ...(parts.some(isText) ? [{ type: "string" }] : []),
      ...(has(ts.TypeFlags.NumberLike) ? [{ type: isWhole(json, parts) ? "integer" : "number" }] : []),
      ...(has(ts.TypeFlags.BooleanLike) ? [{ type: "boolean" }] : []),
      ...parts
        .filter(isObject)
        .map((part) => this.#structure(part, type, jsonFor(part, json, this.checker), at))
        .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    ];
    const any = all.find(({ $ref }) => $ref === ANY);
    if (any) return any;
    // of a list of texts
    const below = all.find((one) => one.texts);
    const bare = all.map(({ texts: _texts, isListOpen: _isListOpen, ...one }) => one);
    const isListOpen = texts.length > 0 ? parts.some((part) => isText(part) && !part.isStringLiteral()) : below?.isListOpen;
    return { ...(bare.length === 1 ? bare[0] : { oneOf: bare }), texts: texts.length > 0 ? texts : below?.texts, isListOpen };
  }

  #structure(type, around, json, at) {
    const { checker } = this;
    if (checker.isTupleType(type)) return this.#any(at, "Lists of fixed length");
    if (checker.isArrayType(type)) {
      const { texts, isListOpen, ...items } = this.#type(checker.getTypeArguments(type)[0], json?.items, at);
      return { type: "array", items, texts, isListOpen };
    }
    const values = checker.getIndexTypeOfType(type, ts.IndexKind.String);
    const fields = checker.getPropertiesOfType(type);
    const isOpen = json?.additionalProperties !== undefined && json.additionalProperties !== false;
    if (fields.length > 0 && (isOpen || values)) return this.#any(at, "Bodies with every field that an API has");
    if (values) {
      const { texts, isListOpen, ...additionalProperties } = this.#type(values, json?.additionalProperties, at);
      return { type: "object", additionalProperties, texts, isListOpen };
    }
    return fields.length === 0 ? this.#any(at, "Objects of any form") : this.#fixed(type, around, json, at);
  }

  /** An object with known fields, under its name in TypeScript, else under that of the property. */
  #fixed(type, around, json, at) {
    const symbol = ownSymbol(type) ?? (partsOf(around).filter(isObject).length === 1 ? ownSymbol(around) : undefined);
    if (!symbol) return this.#shared(at, { type: "object", ...this.object(type, json, at) });
    const cachedReference = this.#references.get(symbol);
    const { jsons } = this.learnt;
    if (json?.properties && !jsons.has(symbol)) jsons.set(symbol, json);
    if (cachedReference) return cachedReference;
    const token = this.#tokenOf(symbol);
    const reference = { $ref: `#/types/${token}` };
    this.#references.set(symbol, reference);
    const description = docText(this.checker, symbol);
    const drawn = this.object(type, jsons.get(symbol), { owner: token, path: [], byJson: at.byJson });
    this.named[token] = { type: "object", ...(description ? { description } : {}), ...drawn };
    return reference;
  }

  #enumeration(type, texts, at) {
    const drawn = { type: "string", enum: texts.map(memberOf) };
    const symbol = ownSymbol(type);
    if (!symbol) return this.#shared(at, drawn);
    const token = this.#tokenOf(symbol);
    this.named[token] = drawn;
    return { $ref: `#/types/${token}` };
  }

  #tokenOf(symbol) {
    const module = TARGETS.find((target) => symbol.name.startsWith(pascal(target))) ?? homeOf(symbol);
    const short = symbol.name.replace(/Args$/, ""); // SDKs add it themselves
    const shortName = TARGETS.includes(module) && short.startsWith(pascal(module)) ? short.slice(module.length) : short;
    return `k8s-lb:${module}:${shortName}`;
  }

  /** Under the name of the property, if all that have it mean the same; else with the names of those above. */
  #shared({ home, owner, path }, drawn) {
    const [short, full] = [path.slice(-1), [owner.split(":").at(-1), ...path]].map((some) => `k8s-lb:${home}:${some.map(pascal).join("")}`);
    const isFree = (name) => !this.named[name] || JSON.stringify(this.named[name]) === JSON.stringify(drawn);
    if (!isFree(short)) this.learnt.ambiguous.add(short);
    const token = this.taken.has(short) || this.learnt.ambiguous.has(short) ? full : short;
    if (!isFree(token)) throw new Error(`two types are ${token}`);
    this.named[token] = drawn;
    return { $ref: `#/types/${token}` };
  }

  #any({ owner, path }, because) {
    this.open.set(`${owner} ${path.join(".")}`, because);
    return { $ref: ANY };
  }
}

export const isOutput = (type) => /Output$/.test(type.aliasSymbol?.name ?? "");

/** Can the value be absent? */
export const isOptional = (type) => inner(type).isUnion() && inner(type).types.some(({ flags }) => flags & NOTHING);

/** Does a symbol come from our sources? */
export const isOurs = ({ declarations: [declaration] }) => !declaration.getSourceFile().fileName.includes("/node_modules/");

/** The type in an input or output. */
const inner = (type) => (AROUND.has(type.aliasSymbol?.name) ? inner(type.aliasTypeArguments[0]) : type);

/** The alternatives of a type. Absence is none, nor is a promise of a value. */
function partsOf(type) {
  const parts = type.isUnion() ? type.types : [type];
  return parts
    .filter(({ flags, symbol }) => !(flags & NOTHING) && !WAITING.has(symbol?.name))
    .flatMap((part) => (inner(part) === part ? [part] : partsOf(inner(part))));
}

/** SDKs make a name of the value, and of `TERMINATED_HTTPS` or `IPv4` a strange one. */
function memberOf(value) {
  if (!/^[A-Z]+(_[A-Z]+)+$|^[A-Z]{2,}[a-z]\d$/.test(value)) return { value };
  return { name: value.toLowerCase().split("_").map(pascal).join(""), value };
}

/** Order of texts: that of the schema which has them, else that of the alphabet. */
const inOrderOf =
  (order = []) =>
  (a, b) =>
    order.indexOf(a) - order.indexOf(b) || (a < b ? -1 : 1);

const isAnything = ({ flags, aliasSymbol }) => Boolean(flags & ts.TypeFlags.AnyOrUnknown) || aliasSymbol?.name === "Json";
const isObject = ({ flags }) => Boolean(flags & (ts.TypeFlags.Object | ts.TypeFlags.NonPrimitive));
/** `string & {}` too: it leaves a list of texts open. */
const isText = (part) => Boolean(part.flags & ts.TypeFlags.StringLike) || (part.isIntersection() && part.types.some(isText));

function isWhole(json, parts) {
  const options = [json, ...(json?.anyOf ?? [])];
  const numbers = parts.flatMap((part) => (part.isNumberLiteral() ? [part.value] : []));
  return (
    options.some((one) => one?.type === "integer") ||
    [numbers, json?.enum ?? []].some((all) => all.length > 0 && all.every(Number.isInteger))
  );
}

/** The alternative of a JSON schema that is a list or an object, as the type is. */
function jsonFor(type, json, checker) {
  const wanted = checker.isArrayType(type) ? "array" : "object";
  return json?.anyOf ? json.anyOf.find((one) => one.type === wanted) : json;
}

/** The symbol of a name that our sources give a type. */
const ownSymbol = ({ aliasSymbol, symbol }) =>
  [aliasSymbol, symbol?.flags & ts.SymbolFlags.Interface ? symbol : undefined].find((one) => one && isOurs(one));

/** The target in whose folder a symbol is declared. */
function homeOf({ declarations: [declaration] }) {
  const [, folder] = /\/(avi|octavia|mizar|kubernetes)\//.exec(declaration.getSourceFile().fileName) ?? [];
  return folder ?? "index";
}
