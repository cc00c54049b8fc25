import { middle, ratio, type Rounds } from './gateway-rounds.ts';

/** The least throughput beside a bare proxy and beside a plain Apollo Server. */
export interface MemoryLimits {
  readonly ofProxy: number;
  readonly timesApollo: number;
}

/** Wanted at 30 connections where the same bytes come again (issue 4): of the class list. */
export const repeatingLimits: MemoryLimits = { ofProxy: 0.5, timesApollo: 2.5 };

/**
 * Wanted where no two answers are equal (issue 20), by the number of REST calls of a case. The 8 times stand for the class
 * list, one call of 15 kB. A student's page is two small calls: a bare proxy carries it 6 times as often as a plain Apollo
 * Server, so 8 times would be more than a proxy can do, and the page is held to the proxy alone.
 */
export const differingLimits = (calls: number): MemoryLimits => ({ ofProxy: 0.35, timesApollo: calls === 1 ? 8 : 0 });

// Wanted in front of the real API (issues 4 and 20), of the class list at 30 connections.
const wanted = { ofRest: 0.9, timesRestP99: 2 };

const rounded = (value: number): string => value.toFixed(2);

/** Prints what each contestant came to in one case. */
export function printRounds(title: string, rounds: Rounds): void {
  console.log(`\n${title}`);
  const others = ['REST service', 'bare proxy', 'plain Apollo'].filter((other) => rounds[other]);
  const shares = (name: string): Record<string, string> =>
    Object.fromEntries(others.map((other) => [`of ${other}`, rounded(ratio(rounds, name, other))]));
  const row = ([name, loads]: [string, Rounds[string]]) => ({
    'a second': Math.round(middle((loads ?? []).map(({ perSecond }) => perSecond))),
    'p50 ms': rounded(middle((loads ?? []).map(({ times }) => times.p50))),
    'p99 ms': rounded(middle((loads ?? []).map(({ times }) => times.p99))),
    ...shares(name),
  });
  console.table(Object.fromEntries(Object.entries(rounds).map((entry) => [entry[0], row(entry)])));
}

/** Prints the limits, and one line for each that was missed in front of the memory; whether any was. */
export function missedInMemory(rounds: Rounds, limits: MemoryLimits): boolean {
  const proxy = ratio(rounds, 'gateway', 'bare proxy');
  const apollo = ratio(rounds, 'gateway', 'plain Apollo');
  const { ofProxy, timesApollo } = limits;
  const besideApollo = timesApollo > 0 ? `, ${timesApollo} times a plain Apollo Server` : '';
  console.log(`wanted: ${ofProxy} of the bare proxy${besideApollo}`);
  return [
    missed(proxy < ofProxy, `${rounded(proxy)} of the bare proxy, wanted ${ofProxy}`),
    missed(apollo < timesApollo, `${rounded(apollo)} times a plain Apollo Server, wanted ${timesApollo}`),
  ].includes(true);
}

/** The same in front of the real API. */
export function missedInFront(rounds: Rounds): boolean {
  const share = ratio(rounds, 'gateway', 'REST service');
  const p99 = ratio(rounds, 'gateway', 'REST service', ({ times }) => times.p99);
  return [
    missed(share < wanted.ofRest, `${rounded(share)} of REST's throughput, wanted ${wanted.ofRest}`),
    missed(p99 > wanted.timesRestP99, `${rounded(p99)} times REST's p99, wanted ${wanted.timesRestP99}`),
  ].includes(true);
}

function missed(is: boolean, what: string): boolean {
  if (is) console.error(`missed: ${what}`);
  return is;
}
