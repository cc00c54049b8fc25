/**
 * What Node is told for the API. A burst of page views has hundreds of requests under way: with V8's semi-spaces of 16 MB
 * it would stop ten times a second to copy them all (`npm run bench:reports`). What is young takes up to three of them.
 */
export const apiFlags: readonly string[] = ['--max-semi-space-size=64'];
