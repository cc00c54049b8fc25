/**
 * A text without whatever could open or name something: e-mail addresses, queries, fragments, and long runs of letters, as
 * codes and tokens are. Names of our own files stay.
 */
export const scrub = (text: string): string =>
  text
    .replaceAll(/[^\s@]+@[^\s@]+/g, '…')
    .replaceAll(/[?#][^\s:)'"]*/g, '')
    .replaceAll(/[\w.-]{20,}/g, (run) => (/\.(?:js|css|tsx?)$/.test(run) ? run : '…'));
