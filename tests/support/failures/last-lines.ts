import type { DestinationStream } from 'pino';

const most = 30;
const lines: string[] = [];

/** Where the log of a worker's servers goes: the last lines are kept, for the case that a test fails. */
export const lastLines: DestinationStream = {
  write(line) {
    lines.push(line);
    if (lines.length > most) lines.shift();
  },
};

/** What was logged since it was asked for last, as far as it is kept. */
export const takeLastLines = (): string => lines.splice(0).join('');
