// Options and arguments of a verb with the types of their values, which follow from their flags: `-f, --file <path...>` is `file?: string[]`.
import { Argument, Option } from "commander";

type LongName<F extends string> = F extends `${string}--${infer L}` ? (L extends `${infer N} ${string}` ? N : L) : never;
type CamelCase<N extends string> = N extends `${infer A}-${infer B}` ? `${A}${Capitalize<CamelCase<B>>}` : N;
type KeyOf<F extends string> = CamelCase<LongName<F> extends `no-${infer N}` ? N : LongName<F>>;
type ValueOf<F extends string> = F extends `${string}...>`
  ? string[] | undefined
  : F extends `${string}<${string}`
    ? string | undefined
    : F extends `${string}[${string}`
      ? string | true | undefined
      : boolean | undefined;

/** An option of commander that knows its key and the type of its value. */
export class Opt<K extends string, V> extends Option {
  declare readonly type: readonly [key: K, value: V];

  as<T>(): Opt<K, T> {
    return this as unknown as Opt<K, T>;
  }
  oneOf<const C extends string>(choices: readonly C[]): Opt<K, C | undefined> {
    return this.choices(choices).as();
  }
  read<T>(parse: (text: string, before: T) => T): Opt<K, T | undefined> {
    return this.argParser(parse).as();
  }
  usually<const D>(value: D, description?: string): Opt<K, NonNullable<V> | D> {
    return this.default(value, description).as();
  }
  needed(): Opt<K, NonNullable<V>> {
    return this.makeOptionMandatory().as();
  }
}

export const opt = <F extends string>(flags: F, about: string) => new Opt<KeyOf<F>, ValueOf<F>>(flags, about);

/** Keys and values of the options of a verb. */
export type OptionsOf<O extends readonly Opt<string, unknown>[]> = { [T in O[number]["type"] as T[0]]: T[1] };

/** An argument of commander that knows the type of its value. */
export class Arg<V> extends Argument {
  declare readonly type: V;
}

type Argued<N extends string, C> = N extends `${string}...${string}` ? C[] : C;

/** @param choices the words that it takes; any other is refused */
export function arg<N extends string, const C extends string = string>(name: N, about?: string, choices?: readonly C[]): Arg<Argued<N, C>> {
  const argument = new Arg<Argued<N, C>>(name, about);
  return choices ? argument.choices(choices) : argument;
}

export type ArgumentsOf<A extends readonly Arg<unknown>[]> = { [I in keyof A]: A[I] extends Arg<infer V> ? V : never };

/** Value of an option that may be repeated. */
export const collect = (value: string, before: string[] = []): string[] => [...before, value];
