import { Client, DatabaseError } from 'pg';
import { type Callback, KeptQuery, type KeptStatement, RepeatedStatement, type Wire } from './kept-query.ts';

/** Begins a statement whose best plan depends on its values, such as a search for words: it is planned each time. */
export const plannedEachTime = '/* planned each time */';

// A single statement that reads or writes rows. Session commands such as `begin`, `set` and `notify` do not match.
const isOneOfRows = /^\s*(?:select|with|insert|update|delete)\b[^;]*$/i;
// An index finds a rare word, and reading in order finds a common one. A shared plan would be bad for one of them.
const holdsWords = / like \$|@> \$/;
// Longer texts are built for their values, with a part for each row.
const longest = 20_000;

/** Whether PostgreSQL may keep this statement with a plan that serves all values. */
export const isPreparable = (text: string): boolean =>
  text.length <= longest && !text.startsWith(plannedEachTime) && isOneOfRows.test(text) && !holdsWords.test(text);

/**
 * The most statements that a connection keeps; the least recently used one is closed for the next. PostgreSQL needs
 * some dozens of kilobytes for each.
 */
export const keptStatements = 200;

/**
 * Names for the statements of a process. A text gets its name at its second use, so that a statement that is sent once
 * is not kept. Both lists are bounded: two generations of texts seen once, and the most recently used names.
 */
export class StatementNames {
  #young = new Set<string>();
  #old = new Set<string>();
  readonly #names = new Map<string, string>();
  #last = 0;

  of(text: string): string | undefined {
    const cached = this.#names.get(text);
    if (cached !== undefined) {
      this.#names.delete(text);
      this.#names.set(text, cached);
      return cached;
    }
    if (!this.#young.delete(text) && !this.#old.delete(text)) {
      if (isPreparable(text)) this.#remember(text);
      return undefined;
    }
    const [oldest] = this.#names.keys();
    if (oldest !== undefined && this.#names.size >= keptStatements) this.#names.delete(oldest);
    const name = `s${(this.#last += 1)}`;
    this.#names.set(text, name);
    return name;
  }

  /** Gives every text a new name from now on, since the statements behind the names are stale. */
  forget(): void {
    this.#names.clear();
  }

  #remember(text: string): void {
    if (this.#young.size >= keptStatements) {
      this.#old = this.#young;
      this.#young = new Set();
    }
    this.#young.add(text);
  }
}

/**
 * Whether a kept statement is no good any more: a migration has changed the type of a column, or somebody has closed the
 * statements of the session. Nothing was done, so the same can be asked again.
 */
export function isStale(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  const { code, routine } = error;
  return code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery');
}

interface Statement {
  readonly text: string;
  readonly name?: string;
}

const isStatement = (given: unknown): given is Statement =>
  typeof given === 'object' &&
  given !== null &&
  !('submit' in given) &&
  'text' in given &&
  typeof given.text === 'string';

const isWire = (connection: object): connection is Wire =>
  ['parsedStatements', 'stream', 'parse', 'bind', 'describe', 'execute', 'sync', 'close'].every(
    (part) => part in connection,
  );

const isCallback = (given: unknown): given is Callback => typeof given === 'function';

/** A class of connections that send statements by the names given, so that PostgreSQL parses and plans each of them once. */
export function preparingClient(names: StatementNames, isPooled = false): typeof Client {
  return class extends Client {
    constructor(config?: ConstructorParameters<typeof Client>[0]) {
      super(config);
      const query: unknown = Reflect.get(Client.prototype, 'query');
      const { connection } = this;
      if (typeof query !== 'function' || !isWire(connection)) throw new Error('pg is not the version that is meant');
      const send = (...given: unknown[]): unknown => Reflect.apply(query, this, given);
      /** By their names, in the order of their last use. */
      const kept = new Map<string, KeptStatement>();
      const close = (name: string): void => {
        const closed = kept.get(name);
        // A query of this statement may still wait in the queue.
        if (closed) closed.columns = undefined;
        kept.delete(name);
        // PostgreSQL answers the close message together with the next statement.
        connection.close({ type: 'S', name });
        Reflect.deleteProperty(connection.parsedStatements, name);
      };
      const use = (name: string): KeptStatement => {
        const statement = kept.get(name) ?? { name, isPooled };
        kept.delete(name);
        const [oldest] = kept.keys();
        if (oldest !== undefined && kept.size >= keptStatements) close(oldest);
        kept.set(name, statement);
        return statement;
      };
      const mayAskAgain = (error: unknown, name: string): boolean => {
        if (!isStale(error)) return false;
        names.forget();
        close(name);
        // A transaction is over by its first error.
        return this.getTransactionStatus() === 'I';
      };
      const prepared = (given: unknown, ...rest: unknown[]): unknown => {
        const name = isStatement(given) ? (given.name ?? names.of(given.text)) : undefined;
        if (!isStatement(given) || name === undefined) return send(given, ...rest);
        const statement = use(name);
        const unnamed = () => ({ ...given, name: undefined });
        const answering =
          (callback: Callback, ...values: unknown[]): Callback =>
          (error, result) =>
            mayAskAgain(error, name) ? send(unnamed(), ...values, callback) : callback(error, result);
        if (given instanceof RepeatedStatement) {
          const [values, callback] = rest;
          const ask = (answer: Callback) =>
            send(new KeptQuery({ statement, text: given.text, values, callback: answering(answer, values) }));
          if (isCallback(callback)) return ask(callback);
          return new Promise((resolve, reject) => {
            ask((error, result) => (error ? reject(error) : resolve(result)));
          });
        }
        const named = { ...given, name };
        const callback = rest.at(-1);
        if (isCallback(callback)) {
          const others = rest.slice(0, -1);
          return send(named, ...others, answering(callback, ...others));
        }
        const answer = send(named, ...rest);
        return answer instanceof Promise
          ? answer.catch((error: unknown) => {
              if (mayAskAgain(error, name)) return send(unnamed(), ...rest);
              throw error;
            })
          : answer;
      };
      Reflect.set(this, 'query', prepared);
    }
  };
}
