import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { isolatedWorld, type IsolatedWorld } from './isolated-world.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResults {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** Brings axe into the world, once for a document. In the page's own world axe would lack what `growOld` takes away. */
export async function bringAxe(world: IsolatedWorld): Promise<void> {
  // Evaluated, not added as a script tag, which the content security policy rightly refuses.
  if (!(await world.evaluate<boolean>('"axe" in globalThis'))) await world.evaluate(`{ ${axeSource} }`);
}

/** What axe finds on the page as it stands: one line a rule with the first elements it names. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  await settled(page);
  const world = await isolatedWorld(page);
  await bringAxe(world);
  // The pages of other sites in frames are not ours to look at, and axe would wait for each to answer.
  const results = await world.evaluate<AxeResults>(
    'axe.run(document, { resultTypes: ["violations"], iframes: false })',
  );
  return results.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map((node) => node.html.slice(0, 160))
        .slice(0, 3)
        .join(' | ')}`,
  );
}

/** Resolves when what fades or moves now has done so: half-way its colours and its place are those of no design. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // What has just been shown begins to move a frame later.
    await frame();
    await frame();
    const fading = document.getAnimations().filter(({ effect, playState }) => {
      const end = effect?.getComputedTiming().endTime;
      return playState === 'running' && end !== undefined && Number(end) < 5_000;
    });
    await Promise.allSettled(fading.map(({ finished }) => finished));
  });
}
