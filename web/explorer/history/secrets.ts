const secrets = /mbk_[\w-]{8}|\beyJ[\w-]{8,}\.|password|secret|token|api_?key|authorization/i;

/** True if a text contains or requests a secret. Such requests are never stored in the history. */
export const holdsSecret = (...texts: readonly string[]): boolean => texts.some((text) => secrets.test(text));
