import { importsOf, type SourceFile } from './source-files.ts';

/**
 * The groups of files that import each other in a loop, each group sorted: the strongly connected components with more
 * than one file, by Tarjan's algorithm. `target` says which path a specifier leads to.
 */
export function circlesAmong(
  files: readonly SourceFile[],
  target: (file: SourceFile, specifier: string) => string,
): string[][] {
  const imports = new Map(
    files.map((file) => [file.path, importsOf(file).map((specifier) => target(file, specifier))] as const),
  );
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];

  function visit(path: string): number {
    const place = order.size;
    order.set(path, place);
    stack.push(path);
    let low = place;
    for (const next of imports.get(path) ?? []) {
      if (!imports.has(next)) continue;
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, lowest.get(next) ?? order.get(next) ?? low);
    }
    lowest.set(path, low);
    if (low === place) {
      const circle = stack.splice(stack.indexOf(path));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return low;
  }

  for (const path of imports.keys()) if (!order.has(path)) visit(path);
  return circles;
}
