/** A generator of numbers below a limit, the same ones for the same seed (linear congruential generator). */
function numbersFrom(seed: string): (limit: number) => number {
  let state = [...seed].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

// Texts that JSON has, that it nearly has, and that no UTF-8 text has.
const pieces: readonly (string | Buffer)[] = [
  ...['"', '\\', '\\u00e9', '\\ud83d', '\\ud83d\\ude00', '\\/', '\\n', '\\x', '\\u12', '\u0001', '\u007f', '桜', '😀'],
  ...['{', '}', '[', ']', ',', ':', ' ', '\t', '\r\n', '\u000b', '\uFEFF', '\u2028', '//', 'null', 'true', 'nul'],
  ...['0', '00', '-', '-0', '-0.5', '1e3', '1E+400', '1.', '.5', '1.50', '12345678901234567890', '2147483648', 'NaN'],
  ...['"__proto__":{"id":"x"},', '"id":"again",', '"id":null,', '"\\u0069d":"escaped",', '"constructor":1,', '"":{},'],
  ...[Buffer.of(0), Buffer.of(0xff), Buffer.of(0xc0, 0xaf), Buffer.of(0xed, 0xa0, 0x80), Buffer.of(0xe6, 0xa1)],
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
];

/**
 * A sample's JSON with one thing changed: a piece put in, or put in the place of what stood there, a stretch lost, the end
 * cut off, the members of every object in another order, and blanks between everything.
 */
export function* hostileBodies(sample: unknown, seed: string): Generator<readonly [what: string, body: Buffer]> {
  const next = numbersFrom(seed);
  const whole = Buffer.from(JSON.stringify(sample));
  const starts = [...whole.keys()].filter((at) => '{,[:'.includes(String.fromCharCode(whole[at] ?? 0)));
  for (const piece of pieces) {
    const its = Buffer.from(piece);
    const said = JSON.stringify(its.toString().slice(0, 40));
    const anywhere = next(whole.length + 1);
    const atStart = (starts[next(starts.length)] ?? 0) + 1;
    yield [
      `${said} put in at ${anywhere}`,
      Buffer.concat([whole.subarray(0, anywhere), its, whole.subarray(anywhere)]),
    ];
    yield [`${said} put in at ${atStart}`, Buffer.concat([whole.subarray(0, atStart), its, whole.subarray(atStart)])];
    const end = atStart + 1 + next(6);
    yield [
      `${said} instead of ${atStart} to ${end}`,
      Buffer.concat([whole.subarray(0, atStart), its, whole.subarray(end)]),
    ];
  }
  for (let time = 0; time < 5; time += 1) {
    const at = next(whole.length);
    yield [`cut off at ${at}`, whole.subarray(0, at)];
    yield [`nothing from ${at}`, Buffer.concat([whole.subarray(0, at), whole.subarray(at + 1 + next(8))])];
  }
  yield ['members in another order', Buffer.from(JSON.stringify(reversed(sample)))];
  yield ['blanks', Buffer.from(`\n ${JSON.stringify(sample, null, '\t ')} \r\n`)];
  yield ['two values', Buffer.concat([whole, whole])];
  yield ['nothing', Buffer.alloc(0)];
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, reversed(inner)] as const);
  return Object.fromEntries(entries.reverse());
}
