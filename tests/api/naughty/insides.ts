import { sep } from 'node:path';

const [, ownRoot = 'tmp'] = process.cwd().split(sep);
const roots = [...new Set([ownRoot, 'tmp', 'home', 'var', 'usr', 'root', 'opt', 'etc', 'proc', 'srv', 'private'])];

/** The visible parts of an answer. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly body: unknown;
  readonly headers: unknown;
}

/** Patterns that no answer may contain: file paths, stack frames, SQL, database errors. */
const insides: readonly RegExp[] = [
  new RegExp(`(?<![\\w.-])/(?:${roots.join('|')})/`, 'i'),
  /\b[a-z]:\\\w|file:\/\/|node_modules|\/api\/(?:db|http)\//i,
  /\bat (?:async )?(?:\S+ \(|file:|node:|\/)|\bnode:\w+\/|\.[cm]?[jt]sx?:\d/,
  /\b[A-Z]\w*(?:Error|Exception): /,
  /\bselect\b.+\bfrom\b|\binsert into\b|\bupdate\b.+\bset\b|\bdelete from\b|\breturning "|\$\d+/i,
  /syntax error|SQLSTATE|violates|\brelation ["\\]|\bcolumn ["\\]|duplicate key|failed query|invalid (?:byte|input)/i,
  /\b(?:postgres(?:ql)?|drizzle|libpq)\b/i,
  // Three letters that a random signature can hold too, but not between marks of a sentence.
  /(?<![\w-])zod(?![\w-])/i,
];

/** Whether an answer leaks internals. The sent text may come back and proves nothing. */
export function tellsInsides(response: Answer, text: string): boolean {
  const texts = [...textsIn(response.headers), ...textsIn(isEmpty(response.body) ? response.text : response.body)];
  // The server chooses the ending of a prepared file.
  const own = [text, text.trim(), text.replace(/\.[^.]{0,10}$/, '')].filter((sent) => looksInside(sent));
  return texts.some((each) => looksInside(own.reduce((rest, sent) => rest.replaceAll(sent, ''), each)));
}

const looksInside = (text: string): boolean => insides.some((inside) => inside.test(text));

const isEmpty = (body: unknown): boolean => typeof body !== 'object' || body === null || Object.keys(body).length === 0;

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)]);
}
