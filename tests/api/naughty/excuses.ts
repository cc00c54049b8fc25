/** An answer beside 2xx and 400 that is right for a text. */
interface Excuse {
  readonly status: number;
  readonly messageKey: string;
  readonly because: string;
}

const unknownCode: Excuse = {
  status: 404,
  messageKey: 'messages.notFound',
  because: 'a text in the form of a hash code is one that nothing has',
};
const unknownBook: Excuse = {
  status: 404,
  messageKey: 'messages.bookNotFound',
  because: 'a text in the form of a code is one that no book has',
};
const sameCode: Excuse = {
  status: 409,
  messageKey: 'messages.shortCodeExists',
  because: 'texts of the corpus differ by case alone, and short codes do not',
};

/** Every answer that is excused, by operation. What is not here must be 2xx or 400. */
export const excuses: Readonly<Record<string, readonly Excuse[]>> = {
  classUnits: [unknownCode],
  communityPosts: [unknownCode],
  contentDetails: [unknownCode],
  createStudent: [unknownCode],
  joinClass: [unknownCode],
  lessonContents: [unknownCode],
  studentClass: [unknownCode],
  studentContent: [unknownCode],
  studentContents: [unknownCode],
  studentLessonName: [unknownCode],
  uploadCommunityRecord: [unknownCode],
  studentLessons: [unknownBook],
  studentTextBook: [unknownBook],
  textBookHashCode: [unknownBook],
  typedCode: [unknownBook],
  createTextBook: [sameCode],
  updateTextBook: [sameCode],
  createApiKey: [
    {
      status: 409,
      messageKey: 'messages.apiKeyNameExists',
      because: 'names of keys that differ by case alone are one',
    },
  ],
  login: [{ status: 401, messageKey: 'messages.checkEmailAndPassword', because: 'nobody signs in by the text' }],
  firstRun: [{ status: 404, messageKey: 'messages.linkInvalid', because: 'no link was printed with the text' }],
  passwordLink: [{ status: 404, messageKey: 'messages.linkInvalid', because: 'no link was mailed with the text' }],
  setUpSchool: [
    {
      status: 409,
      messageKey: 'messages.alreadySetUp',
      because: 'another call of the same moment has set the school up first',
    },
  ],
  refreshToken: [{ status: 401, messageKey: 'messages.sessionExpired', because: 'the text is no session’s token' }],
};
