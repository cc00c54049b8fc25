import type { Page, Request } from 'playwright-core';

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Follows a page's calls of the gateway; the answer is how many of them had to wait for each other in a row at most. */
export function watchWaterfall(page: Page): () => number {
  const spans: Span[] = [];
  const startedAt = new Map<Request, number>();
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/graphql') startedAt.set(request, performance.now());
  });
  page.on('requestfinished', (request) => {
    const start = startedAt.get(request);
    if (start !== undefined) spans.push({ start, end: performance.now() });
  });
  return () => depthOf(spans);
}

/** The longest row of spans of which each begins after the one before it has ended. */
function depthOf(spans: readonly Span[]): number {
  let depth = 0;
  let end = -Infinity;
  for (const span of [...spans].sort((a, b) => a.end - b.end)) {
    if (span.start < end) continue;
    depth += 1;
    end = span.end;
  }
  return depth;
}
