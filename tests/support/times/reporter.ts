import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { keepFigures, type Figure, type Figures } from './figures.ts';

/** Keeps where each file's time went (`npm run test:times` prints it). */
export default class TimesReporter implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const figures: Figures = {};
    for (const module of modules) figures[relative('.', module.moduleId)] = figureOf(module);
    await keepFigures(figures);
  }
}

function figureOf(module: TestModule): Figure {
  const { prepareDuration, environmentSetupDuration, setupDuration, collectDuration, duration } = module.diagnostic();
  const tests = [...module.children.allTests()].reduce((sum, test) => sum + (test.diagnostic()?.duration ?? 0), 0);
  return {
    loading: prepareDuration + environmentSetupDuration + setupDuration + collectDuration,
    setUp: Math.max(0, duration - tests),
    tests,
    processor: module.meta().processor ?? 0,
  };
}
