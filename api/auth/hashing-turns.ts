import { createTurns } from '#api/http/turns.ts';

/** A password hash costs 19 MiB and a core for some 30 ms: two at a time leave room for the children's requests. */
export const hashingTurn = createTurns({ atOnce: 2, waiting: 20 });
