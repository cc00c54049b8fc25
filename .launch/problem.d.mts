/** Something the person at the terminal can mend: the message is all they need to see. */
export class LaunchProblem extends Error {}

/** Says why a command cannot go on: a sentence for what was foreseen, the stack for what was not. */
export function explain(error: unknown): string;
