import { type Times, timesOf } from './measure.ts';

/** Anything but the answer that was asked for. */
export class Refused extends Error {}

/** What a stretch of load came to, and what the service has accepted in it. */
export class Tally {
  /** Milliseconds from a device's connection to a class that can be used. */
  readonly openings: number[] = [];
  /** Ids of what was accepted: profiles, page views, and the requests of uploads. */
  readonly profiles: string[] = [];
  readonly views: string[] = [];
  readonly uploads: string[] = [];
  readonly refusals = new Map<string, number>();
  requests = 0;
  /** Sent to the devices, with the heads of the answers. */
  bytes = 0;

  get times(): Times & { readonly slowest: number } {
    return { ...timesOf(this.openings), slowest: Math.max(...this.openings) };
  }

  get refused(): number {
    return [...this.refusals.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Lets a device do something; one that is refused stops there, and is counted. */
  async try(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.refusals.set(reason, (this.refusals.get(reason) ?? 0) + 1);
    }
  }
}
