import { clearInterval, setInterval } from 'node:timers';

/**
 * Short lines about what is being done and how long it took: "Installing packages… 12.3 s".
 * A line that must be said in between goes on a line of its own.
 */
export function createProgress(out = process.stdout) {
  let unfinished;
  // A closed terminal must not end the launcher before everything is stopped in order.
  out.on('error', () => undefined);

  function line(text) {
    out.write(`${unfinished ? '\n' : ''}${text}\n`);
    unfinished = undefined;
  }

  async function step(text, work) {
    const began = Date.now();
    out.write(`${unfinished ? '\n' : ''}${text}…`);
    unfinished = text;
    const ticking = out.isTTY && setInterval(() => tick(text, began), 1_000).unref();
    const finish = (result) => {
      clearInterval(ticking);
      if (out.isTTY && unfinished === text) out.write(`\r${text}…`);
      out.write(unfinished === text ? ` ${result}\n` : `${text}: ${result}\n`);
      unfinished = undefined;
    };
    try {
      const value = await work();
      finish(`${((Date.now() - began) / 1000).toFixed(1)} s`);
      return value;
    } catch (error) {
      finish('failed');
      throw error;
    }
  }

  // The first installation takes a minute; the counter shows that it continues.
  function tick(text, began) {
    if (unfinished === text) out.write(`\r${text}… ${Math.round((Date.now() - began) / 1000)} s`);
  }

  return { line, step };
}
