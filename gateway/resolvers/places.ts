import { getNullableType, isInputObjectType } from 'graphql';
import type { GraphQLArgument, GraphQLField, GraphQLInputField } from 'graphql';
import type { Context } from '#gateway/context.ts';

type Path = readonly string[];

/** Arguments and input fields whose members /api takes as separate values. */
const groups = new Set(['input', 'filter', 'period', 'page']);

/** The values that a root field takes, by their callers' names. */
export class Places {
  readonly #field: string;
  readonly #paths = new Map<string, Path>();
  readonly #unused = new Set<string>();

  constructor({ name, args }: GraphQLField<unknown, Context>) {
    this.#field = name;
    this.#add([], args);
  }

  /** The path of a value among the arguments; undefined when the field takes no such value. */
  find(name: string): Path | undefined {
    return this.#paths.get(name);
  }

  /** The same for a value that the operation reads. */
  take(name: string): Path | undefined {
    const path = this.find(name);
    if (path) {
      const used = path.join('.');
      for (const place of this.#unused) if (place === used || place.startsWith(`${used}.`)) this.#unused.delete(place);
    }
    return path;
  }

  /** Throws when the operation does not use a value that callers may give. */
  assertAllTaken(): void {
    if (this.#unused.size === 0) return;
    throw new Error(`The operation ${this.#field} takes nothing for ${[...this.#unused].join(', ')}.`);
  }

  // When two values have the same name, the outer one wins.
  #add(outer: Path, values: readonly (GraphQLArgument | GraphQLInputField)[]): void {
    const inner: (() => void)[] = [];
    for (const { name, type } of values) {
      const path = [...outer, name];
      if (!this.#paths.has(name)) this.#paths.set(name, path);
      const object = getNullableType(type);
      if (isInputObjectType(object) && groups.has(name)) {
        const fields = Object.values(object.getFields());
        for (const field of fields) this.#paths.set(`${name}.${field.name}`, [...path, field.name]);
        inner.push(() => this.#add(path, fields));
      } else this.#unused.add(path.join('.'));
    }
    for (const add of inner) add();
  }
}
