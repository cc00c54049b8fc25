/** Requests whose fields make sense only together, by the operation's name; all others are made field by field. */
export const writtenRequests: Readonly<Record<string, unknown>> = {
  login: { email: 'teacher@school.example.jp', password: 'seven green apples', rememberMe: true },
  createApiKey: { name: 'Timetable', scopes: ['Class:read', 'User:read'], expiresAt: '2099-03-31T15:00:00Z' },
  createStudent: { name: 'ひなた', animal: 'fox', classHashCode: 'Zk3vT0qWc8YpR1mJx5LbNg' },
  setUserStatuses: { status: 2, filter: { roles: ['Teacher'], status: [1], search: '山田' } },
  recordPageView: {
    eventId: '01991a73-0c5e-7a44-b1d0-3f6e5d4c2b1a',
    name: 'Content',
    pageUrl: '/student/content/Zk3vT0qWc8YpR1mJx5LbNg',
    duration: 42_000,
  },
};
