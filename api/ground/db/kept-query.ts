import pg from 'pg';

/** Makes a value of the text that PostgreSQL sends. */
type ReadText = (text: string) => unknown;

const { builtins } = pg.types;
const asItCame = pg.types.getTypeParser(builtins.TEXT) as ReadText;
// PostgreSQL's types whose texts drizzle's columns read themselves. `pg` has no names for the array types.
const arrays = { numeric: 1231, timestamp: 1115, timestamptz: 1185, interval: 1187, date: 1182 };
const readByColumns = new Set<number>([
  ...[builtins.TIMESTAMPTZ, builtins.TIMESTAMP, builtins.DATE, builtins.INTERVAL],
  ...Object.values(arrays),
]);

/** The type parsers that drizzle gives to `pg`. */
const types = {
  getTypeParser: (id: number, format: 'text' | 'binary' = 'text'): ReadText =>
    readByColumns.has(id) ? asItCame : (pg.types.getTypeParser(id, format) as ReadText),
};

/** A statement that a process sends many times, whose rows come as lists of values. */
export class RepeatedStatement {
  readonly rowMode = 'array';
  readonly types = types;

  constructor(readonly text: string) {}
}

/** The methods of `pg`'s connection that are used here. The types of `pg` declare only a part of them. */
export interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  /** The texts of the statements that PostgreSQL keeps for this connection, by their names. */
  readonly parsedStatements: Record<string, string>;
  parse(message: { readonly name: string; readonly text: string }): void;
  bind(message: { readonly statement: string; readonly values: readonly unknown[] }): void;
  describe(message: { readonly type: 'P' }): void;
  execute(message: object): void;
  sync(): void;
  close(message: { readonly type: 'S'; readonly name: string }): void;
}

/** The columns whose values are not texts, each with its parser. */
type Columns = readonly { readonly at: number; readonly read: ReadText }[];

/** A statement that a connection keeps. */
export interface KeptStatement {
  readonly name: string;
  /** Behind a pooler the next query may run on another connection to PostgreSQL, where a migration has changed a type. */
  readonly isPooled: boolean;
  /** Undefined until PostgreSQL has described them. */
  columns?: Columns | undefined;
}

export type Callback = (error: Error | null, result?: { readonly rows: unknown[][] }) => void;

interface Asked {
  readonly statement: KeptStatement;
  readonly text: string;
  /** Must be a list. */
  readonly values: unknown;
  readonly callback: Callback;
}

const { prepareValue } = Reflect.get(pg, 'utils') as { readonly prepareValue: (value: unknown) => unknown };

function valuesOf({ values }: Asked): unknown[] {
  if (!Array.isArray(values)) throw new Error('the values of a statement are a list');
  return values.map((value) => prepareValue(value));
}

/**
 * Runs a statement that a connection keeps. `pg`'s own query asks PostgreSQL to describe the columns of every answer,
 * which takes longer than reading a short row. The columns of a kept statement cannot change, so this query asks once.
 * `pg` calls the `handle` methods when messages of PostgreSQL arrive, as it does for its own query.
 */
export class KeptQuery {
  readonly name: string;
  readonly text: string;
  readonly callback: Callback;
  readonly #asked: Asked;
  readonly #rows: unknown[][] = [];
  #columns: Columns | undefined;
  #failure: Error | undefined;

  constructor(asked: Asked) {
    this.#asked = asked;
    this.name = asked.statement.name;
    this.text = asked.text;
    this.callback = asked.callback;
  }

  /** Sends all messages at once. Returns the error when a value cannot be sent. */
  submit(connection: Wire): unknown {
    const { name, text } = this;
    let values: readonly unknown[];
    try {
      values = valuesOf(this.#asked);
    } catch (error) {
      return error;
    }
    this.#columns = this.#asked.statement.columns;
    connection.stream.cork();
    if (connection.parsedStatements[name] === undefined) connection.parse({ name, text });
    connection.bind({ statement: name, values });
    if (!this.#columns) connection.describe({ type: 'P' });
    connection.execute({});
    connection.sync();
    connection.stream.uncork();
    return undefined;
  }

  handleRowDescription({ fields }: { readonly fields: readonly { readonly dataTypeID: number }[] }): void {
    this.#columns = fields
      .map(({ dataTypeID }, at) => ({ at, read: types.getTypeParser(dataTypeID) }))
      .filter(({ read }) => read !== asItCame);
    const { statement } = this.#asked;
    if (!statement.isPooled) statement.columns = this.#columns;
  }

  handleDataRow({ fields }: { readonly fields: unknown[] }): void {
    try {
      for (const { at, read } of this.#columns ?? []) {
        const text = fields[at];
        if (typeof text === 'string') fields[at] = read(text);
      }
      this.#rows.push(fields);
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
    }
  }

  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    if (this.#failure) this.callback(this.#failure);
    else this.callback(null, { rows: this.#rows });
  }
}
