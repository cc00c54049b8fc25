/** The seed with which every text is tried in every field. */
export const everything = 'all';

/** The day's, unless the caller brought one; it is printed, so that what failed can be tried again tomorrow. */
export function sowNaughtyTexts(): void {
  const seed = (process.env.NAUGHTY_SEED ??= new Date().toISOString().slice(0, 10));
  console.log(seed === everything ? 'Every naughty text' : `The naughty texts of NAUGHTY_SEED=${seed}`);
}
