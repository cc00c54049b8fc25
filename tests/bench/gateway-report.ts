import { middle, ratio, type Rounds } from './gateway-rounds.ts';

// Wanted of the gateway (issue 4), on the class list at 30 connections.
const wanted = { ofProxy: 0.5, timesApollo: 2.5, ofRest: 0.9, timesRestP99: 2 };

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

/** Prints one line for each ratio that was missed in front of the memory; whether any was. */
export function missedInMemory(rounds: Rounds): boolean {
  const proxy = ratio(rounds, 'gateway', 'bare proxy');
  const apollo = ratio(rounds, 'gateway', 'plain Apollo');
  return [
    missed(proxy < wanted.ofProxy, `${rounded(proxy)} of the bare proxy, wanted ${wanted.ofProxy}`),
    missed(apollo < wanted.timesApollo, `${rounded(apollo)} times a plain Apollo Server, wanted ${wanted.timesApollo}`),
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
