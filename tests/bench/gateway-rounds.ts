import type { GatewayCase } from './gateway-cases.ts';
import type { Contestant } from './gateway-contestants.ts';
import { Connections, type Load } from './connections.ts';

/** What each contestant came to, round by round, by its name: the same round met the same machine. */
export type Rounds = Readonly<Record<string, readonly Load[]>>;

interface RoundsOptions {
  readonly contestants: readonly Contestant[];
  readonly which: GatewayCase;
  readonly connections: number;
  readonly milliseconds: number;
}

async function once({ contestants, which, connections, milliseconds }: RoundsOptions): Promise<Record<string, Load>> {
  const loads: Record<string, Load> = {};
  for (const contestant of contestants) {
    const open = await Connections.open(contestant.server.url, connections);
    loads[contestant.name] = await open.load(contestant.requests(which), milliseconds);
    open.close();
  }
  return loads;
}

/** Lets every contestant's code become as fast as it gets; none of it counts. */
export async function warmUp(options: Omit<RoundsOptions, 'connections'>): Promise<void> {
  await once({ ...options, connections: 30 });
}

/** One after another, round by round, so that whatever else the machine does meets all of them. */
export async function measureRounds(rounds: number, options: RoundsOptions): Promise<Rounds> {
  const measured: Record<string, Load[]> = {};
  for (let round = 0; round < rounds; round += 1)
    for (const [name, load] of Object.entries(await once(options))) (measured[name] ??= []).push(load);
  return measured;
}

/** The value in the middle. */
export function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** How one stands to another in the middle round. */
export function ratio(rounds: Rounds, one: string, other: string, of = ({ perSecond }: Load) => perSecond): number {
  const others = rounds[other] ?? [];
  return middle(
    (rounds[one] ?? []).flatMap((load, round) => others.slice(round, round + 1).map((its) => of(load) / of(its))),
  );
}
