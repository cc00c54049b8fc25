import type { ClientProblem } from '#web/shared/apollo/problem.ts';

/** The second steps that an account accepts. */
export type StepKind = 'code' | 'passkey' | 'either';

/** The data in the refusal of a first step that needs a second step. */
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
