import type { Page } from 'playwright-core';

/** The pages that are open in the worker's browser. */
export const openPages = new Set<Page>();
