import { z } from 'zod';

const Entry = z.object({
  level: z.number(),
  msg: z.string().optional(),
  err: z.object({ message: z.string() }).optional(),
});

const WARNING = 40;
const SHOWN_PER_WINDOW = 8;
const WINDOW_MS = 10_000;

/**
 * Filters a service's output for the terminal: warnings, errors, and lines that are no log entries, such as stack
 * traces. Floods are shortened, since the file has everything.
 */
export function createLineFilter({ name, file, show }: { name: string; file: string; show: (line: string) => void }) {
  let rest = '';
  let windowStart = 0;
  let shown = 0;

  function say(text: string): void {
    const now = Date.now();
    if (now - windowStart > WINDOW_MS) [windowStart, shown] = [now, 0];
    shown += 1;
    if (shown <= SHOWN_PER_WINDOW) show(`${name}: ${text}`);
    if (shown === SHOWN_PER_WINDOW + 1) show(`${name}: … more in ${file}`);
  }

  return (chunk: Buffer): void => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const text = worthShowing(line);
      if (text) say(text);
    }
  };
}

function worthShowing(line: string): string | undefined {
  // Checked before parsing, since a busy server writes thousands of these lines.
  if (/^\{"level":[123]0,/.test(line)) return undefined;
  if (!line.startsWith('{')) return line.trimEnd() || undefined;
  try {
    const entry = Entry.parse(JSON.parse(line));
    if (entry.level < WARNING) return undefined;
    const parts = [entry.msg, entry.err?.message].filter((part, index, all) => part && all.indexOf(part) === index);
    return parts.join(': ') || line;
  } catch {
    return line;
  }
}
