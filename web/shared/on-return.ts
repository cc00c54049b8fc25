/** A page that was hidden for this long, in milliseconds, may show data that has changed meanwhile. */
const longAway = 5 * 60_000;

/** Calls `act` when the user returns to the page after a long time, until the returned function is called. */
export function onReturn(act: () => void): () => void {
  let leftAt = Date.now();
  const onChange = () => {
    if (document.visibilityState === 'hidden') leftAt = Date.now();
    else if (Date.now() - leftAt > longAway) act();
  };
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
