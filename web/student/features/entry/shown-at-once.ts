/**
 * The hash code of the content that the gateway found for this address (gateway/pages/page-html.ts): a printed link does
 * not lead elsewhere, and the entry rule lets everybody see it.
 */
export const shownAtOnce = (): string | undefined => document.documentElement.dataset['shown'];
