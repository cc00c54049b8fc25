/** The text of an error, for operators and logs. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
