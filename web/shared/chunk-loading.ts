import type { RouteObject } from 'react-router-dom';

/** The chunk load timeout of section 9, in milliseconds. */
const chunkTimeout = 120_000;

/** A part of the app that did not arrive (section 8); `cause` is the browser's error, undefined after the timeout. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';

  constructor(chunk: string, cause?: unknown) {
    super(`Loading chunk ${chunk} failed`, { cause });
  }
}

/** Loads a chunk, or fails with `ChunkLoadError`. A browser waits for a stalled script without a limit. */
export async function loadChunk<Part>(load: () => Promise<Part>, chunk: string): Promise<Part> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError(chunk)), chunkTimeout);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (error) {
    throw error instanceof ChunkLoadError ? error : new ChunkLoadError(chunk, error);
  } finally {
    clearTimeout(timer);
  }
}

type Load = () => Promise<unknown>;

/** The same routes; one whose code does not arrive fails with `ChunkLoadError`, which names its path. */
export function withChunkErrors(routes: readonly RouteObject[]): RouteObject[] {
  return routes.map((route) => {
    const { path = 'frame', lazy, children } = route;
    const guarded = (load: Load) => () => loadChunk(load, path);
    const guardedParts = (parts: object): Record<string, Load> =>
      Object.fromEntries(
        Object.entries(parts as Record<string, Load>).map(([part, load]) => [part, guarded(load)] as const),
      );
    return {
      ...route,
      ...(lazy && { lazy: typeof lazy === 'function' ? guarded(lazy) : guardedParts(lazy) }),
      ...(children && { children: withChunkErrors(children) }),
    } as RouteObject;
  });
}
