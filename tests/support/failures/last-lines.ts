import type { DestinationStream } from 'pino';

const most = 30;
const lines: string[] = [];

/** The log of a worker's servers. The last lines are kept, and printed when a test fails. */
export const lastLines: DestinationStream = {
  write(line) {
    lines.push(line);
    if (lines.length > most) lines.shift();
  },
};

/** The lines since the last call, and keeps none of them. */
export const takeLastLines = (): string => lines.splice(0).join('');
