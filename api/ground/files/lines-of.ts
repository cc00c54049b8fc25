import type { Readable } from 'node:stream';

/**
 * The lines of a text, without holding it whole. Only a line feed ends a line: the readline of newer Node versions takes
 * U+2028, which a cell may hold, for an end too.
 */
export async function* linesOf(content: Readable): AsyncGenerator<string> {
  let rest = '';
  content.setEncoding('utf8');
  for await (const chunk of content as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
