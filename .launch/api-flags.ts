/**
 * What Node is told for the API. A burst of page views has hundreds of requests under way; in the 16 MB that V8 gives to
 * what is young it would stop ten times a second to copy them all (`npm run bench:reports`).
 */
export const apiFlags: readonly string[] = ['--max-semi-space-size=64'];
