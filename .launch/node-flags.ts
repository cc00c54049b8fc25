/**
 * Node's flags for the servers. A burst of page views has hundreds of requests in flight; with V8's default semi-spaces
 * of 16 MB, the API's young generation would be collected ten times a second (`npm run bench:reports`), and the gateway
 * would take a twentieth more processor time for an answer. A young generation takes up to three semi-spaces.
 */
export const nodeFlags: Readonly<Record<'api' | 'gateway' | 'worker', readonly string[]>> = {
  api: ['--max-semi-space-size=64'],
  gateway: ['--max-semi-space-size=32'],
  worker: [],
};
