import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

interface Chunk {
  readonly file: string;
  readonly src?: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

/** Which of the addresses are files that only the staff's screens need, by the build's own manifest. */
export function staffFilesIn(urls: readonly string[], folder = 'dist/web'): string[] {
  const manifest = JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8')) as Record<string, Chunk>;
  const reached = (room: string) => {
    const entries = Object.keys(manifest).filter((key) => key === 'index.html' || key.startsWith(`${room}/`));
    const keys = new Set<string>();
    const follow = (key: string): void => {
      if (keys.has(key)) return;
      keys.add(key);
      manifest[key]?.imports?.forEach(follow);
    };
    entries.forEach(follow);
    return new Set([...keys].flatMap((key) => [manifest[key]?.file, ...(manifest[key]?.css ?? [])]));
  };
  const [staff, student] = [reached('staff'), reached('student')];
  const onlyStaff = [...staff].filter((file) => file !== undefined && !student.has(file));
  const names = new Set(onlyStaff.map((file) => basename(file ?? '')));
  return urls.filter((url) => names.has(basename(new URL(url).pathname)));
}
