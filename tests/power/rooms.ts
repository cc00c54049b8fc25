/** A part of the sources, and the tests whose affair it is. */
export interface Room {
  readonly name: string;
  /** Files, or beginnings of their paths. */
  readonly sources: readonly string[];
  /** The quick ones, or the ones closest to the sources, first: what they catch is not run again with the others. */
  readonly tests: readonly (readonly string[])[];
}

/** How many mutants are planted in each room. */
export const mutantsPerRoom = 9;

export const rooms: readonly Room[] = [
  {
    name: 'schema/rules',
    sources: ['schema/rules/'],
    tests: [
      ['tests/schema/*', 'tests/web/staff-forms*', 'tests/web/staff-phone-mask*', 'tests/web/student-p*'],
      ['tests/api/operations*', 'tests/api/users-create*', 'tests/api/content*', 'tests/api/auth-*'],
      [
        'tests/api/push-and-listen*',
        'tests/api/lessons*',
        'tests/api/reports.*',
        'tests/api/students*',
        'tests/api/setup*',
      ],
    ],
  },
  {
    name: 'schema/access',
    sources: ['schema/access.ts'],
    tests: [
      ['tests/schema/access*', 'tests/schema/manual*', 'tests/web/staff-gate*'],
      ['tests/api/access*', 'tests/api/docs*', 'tests/api/openapi*', 'tests/gateway/access-matrix*'],
    ],
  },
  {
    name: 'api/domains/auth',
    sources: ['api/domains/auth/', 'api/ground/keys/'],
    tests: [
      ['tests/api/auth*', 'tests/api/tokens-again*', 'tests/api/mail-links*', 'tests/api/api-keys*'],
      ['tests/api/sign*', 'tests/api/nightly-retention*', 'tests/api/operations*', 'tests/gateway/auth-links*'],
      ['tests/gateway/sign-in*', 'tests/gateway/limits*'],
    ],
  },
  {
    name: 'api/domains/classes/scope',
    sources: ['api/domains/classes/scope.ts'],
    tests: [
      ['tests/api/classes*', 'tests/api/class-*'],
      ['tests/api/students.*', 'tests/api/board-sessions*', 'tests/api/operations*'],
    ],
  },
  {
    name: 'api/domains/users',
    sources: ['api/domains/users/'],
    tests: [
      ['tests/api/users*', 'tests/api/staff-names*', 'tests/gateway/users*'],
      ['tests/api/upserts*', 'tests/api/roster-import*', 'tests/api/search-in-order*', 'tests/api/operations*'],
    ],
  },
  {
    name: 'api/domains/community',
    sources: ['api/domains/community/'],
    tests: [['tests/api/community*', 'tests/api/moderation*', 'tests/gateway/community*'], ['tests/api/operations*']],
  },
  {
    name: 'api/domains/usage',
    sources: ['api/domains/usage/'],
    tests: [
      ['tests/api/usage.*', 'tests/api/usage-[ailmprw]*'],
      ['tests/api/usage-[ck]*', 'tests/api/activity.*', 'tests/api/nightly-retention*'],
    ],
  },
  {
    name: 'gateway/rest',
    sources: ['gateway/rest/'],
    tests: [
      ['tests/gateway/client*', 'tests/gateway/re*', 'tests/gateway/error*', 'tests/gateway/session*'],
      ['tests/gateway/uploads*', 'tests/gateway/http*', 'tests/gateway/known-again*', 'tests/gateway/tracing*'],
      ['tests/gateway/second-api*', 'tests/gateway/device*', 'tests/gateway/upstream-calls*', 'tests/gateway/metrics*'],
    ],
  },
  {
    name: 'gateway/limits',
    sources: ['gateway/limits/'],
    tests: [
      ['tests/gateway/cost*', 'tests/gateway/limits*', 'tests/gateway/gate.*', 'tests/gateway/persisted*'],
      ['tests/gateway/abuse*', 'tests/gateway/api-keys*', 'tests/gateway/execution*', 'tests/gateway/admission*'],
    ],
  },
  {
    name: 'web/staff/platform/session',
    sources: ['web/staff/platform/session/session.ts'],
    tests: [['tests/web/staff-session*'], ['tests/web/staff-areas*'], ['tests/browser/sessions*']],
  },
  {
    name: 'web/student/platform/sending',
    sources: ['web/student/platform/sending/'],
    tests: [
      ['tests/web/student-*'],
      ['tests/browser/made-and-kept*', 'tests/browser/thrown-away*', 'tests/browser/record*', 'tests/browser/uploads*'],
    ],
  },
  {
    name: 'web/student/features/entry',
    sources: ['web/student/features/entry/'],
    tests: [
      ['tests/web/student-entry*', 'tests/web/student-printed-*'],
      ['tests/web/student-screens*'],
      ['tests/browser/students.*', 'tests/browser/first-visit*'],
    ],
  },
  {
    name: 'web/staff/ui/forms',
    sources: ['web/staff/ui/forms/'],
    tests: [
      ['tests/web/staff-form*', 'tests/web/staff-class*', 'tests/web/staff-schools*'],
      ['tests/web/staff-areas*'],
      [
        'tests/browser/class-form*',
        'tests/browser/content*',
        'tests/browser/staff-screens-classes*',
        'tests/browser/staff-screens-people*',
        'tests/browser/users.*',
        'tests/browser/textbooks*',
      ],
    ],
  },
];
