import type { ClientProblem } from '#web/shared/apollo/problem.ts';

/** What an account takes as its second step. */
export type StepKind = 'code' | 'passkey' | 'either';

/** What the first step of an account with a second one was refused with. */
export interface SecondStep {
  readonly challenge: string;
  readonly takes: StepKind;
}

const stepKinds: Readonly<Record<string, StepKind>> = {
  'messages.passkeyNeeded': 'passkey',
  'messages.codeOrPasskeyNeeded': 'either',
};

/** The second step that a refused sign-in asks for; undefined for any other problem. */
export function secondStepOf({ challenge, messageKey = '' }: ClientProblem): SecondStep | undefined {
  return challenge === undefined ? undefined : { challenge, takes: stepKinds[messageKey] ?? 'code' };
}
