import type { MutationName } from '#web/staff/platform/apollo/stale-fields.ts';
import type { MutationVariables } from './operations.ts';
import type { Rows } from './rows.ts';

/** Mutations that change no list of somebody who is signed in, and what proves them. */
export const apart = {
  Login: 'signs in',
  CompleteLogin: 'signs in',
  RefreshToken: 'renews tokens',
  Logout: 'the cache is cleared',
  ForgotPassword: 'before signing in',
  UpdatePassword: 'before signing in',
  AcceptInvitation: 'before signing in',
  ConfirmEmail: 'by a mailed link',
  SetUpSchool: 'before there is a school',
  BeginSecondFactor: 'changes nothing yet',
  ConfirmSecondFactor: 'staff-second-step.test.tsx',
  RenewRecoveryCodes: 'staff-second-step.test.tsx',
  TurnOffSecondFactor: 'staff-second-step.test.tsx',
  BeginPasskey: 'changes nothing yet',
  AddPasskey: 'browser/passkeys.test.ts',
  RenamePasskey: 'browser/passkeys.test.ts',
  RemovePasskey: 'browser/passkeys.test.ts',
  BeginPasskeyLogin: 'signs in',
  PasskeyLogin: 'signs in',
  BeginProviderLogin: 'changes nothing yet',
  ProviderLogin: 'signs in',
  CheckSignInProvider: 'changes nothing',
  UploadTextBookThumbnail: 'in no list before it is saved with its textbook',
  UploadSchoolLogo: 'on no page before it is saved with its school',
  UploadPageImage: 'in no list before it is saved with its content',
  ReplyWithVoice: 'it sends a file; what it changes is what ReplyWithStamp changes',
  UploadSound: 'its list is asked for again whenever it opens',
  StartBoardSession: 'staff-everybody.test.tsx',
  TurnBoardPage: 'staff-everybody.test.tsx',
  EndBoardSession: 'staff-everybody.test.tsx',
  StartStudentAlbum: 'a job, whose end its screen tells',
  EndStudentAlbum: 'tests/browser/take-home-albums.test.ts',
  OpenFamilyAlbum: 'on a page of its own, without lists',
  ImportRoster: 'only looks at the package',
  PlanSchoolYearTurn: 'only looks at the classes',
  ImportUsers: 'a job, whose end its screen tells',
  StartRosterImport: 'a job, whose end its screen tells',
} as const satisfies Partial<Record<MutationName, string>>;

/** The mutations of the walk. */
export type Walked = Exclude<MutationName, keyof typeof apart>;

/** One mutation of the walk, in its order. */
export interface Step {
  readonly name: Walked;
  readonly variables: (rows: Rows) => Promise<object>;
  /** Keeps the id of what was made under a name. */
  readonly keeps?: { readonly as: string; readonly from: (data: unknown) => string };
}

export function step<Name extends Walked>(
  name: Name,
  variables: (rows: Rows) => MutationVariables<Name> | Promise<MutationVariables<Name>>,
): Step {
  return { name, variables: async (rows) => variables(rows) };
}

const idOf = (data: unknown): string => {
  const [made] = Object.values(data as Record<string, { readonly id: string }>);
  return made?.id ?? '';
};
/** Keeps the id of what a step makes. */
export const keep = (as: string, made: Step): Step => ({ ...made, keeps: { as, from: idOf } });
/** What an earlier step has kept. */
export const at = (rows: Rows, name: string): string => rows.made[name] ?? '';
