const secrets = /mbk_[\w-]{8}|\beyJ[\w-]{8,}\.|password|secret|token|api_?key|authorization/i;

/** Whether a text holds, or asks for, something that opens doors: such requests are never remembered. */
export const holdsSecret = (...texts: readonly string[]): boolean => texts.some((text) => secrets.test(text));
