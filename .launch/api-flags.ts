/**
 * Node's flags for the API. A burst of page views has hundreds of requests in flight; with V8's default semi-spaces of
 * 16 MB, the young generation would be collected ten times a second (`npm run bench:reports`). It takes up to three
 * semi-spaces.
 */
export const apiFlags: readonly string[] = ['--max-semi-space-size=64'];
