/** The seed with which every text is tried in every field. */
export const everything = 'all';

/** Takes the day as the seed, unless NAUGHTY_SEED is set, and prints it: with the same seed a failure comes again. */
export function chooseNaughtySeed(): void {
  const seed = (process.env.NAUGHTY_SEED ??= new Date().toISOString().slice(0, 10));
  console.log(seed === everything ? 'Every naughty text' : `The naughty texts of NAUGHTY_SEED=${seed}`);
}
