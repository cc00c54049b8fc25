const file = 'a file, which is streamed';
const reports = '`bench:reports` measures it, and what adds page views up as it does';
const job = 'the state of a job for the seconds that it runs, by its id';
const withoutDatabase = 'answers without PostgreSQL, once the session is known';
const seldom = 'one page of staff asks for it, a few times a year';

/** The reads that deliberately have no floor, each with its reason. */
export const withoutFloor: Readonly<Record<string, string>> = {
  exportProfileData: file,
  exportQrCodes: file,
  exportRoster: file,
  exportTextBookQrCodes: file,
  exportUsageReport: file,
  exportUsers: file,
  exportVisitorReport: file,
  usageByDay: reports,
  usageReport: reports,
  visitorReport: reports,
  textBookMap: reports,
  mediaStatus: job,
  reportExport: job,
  rosterImport: job,
  userImport: job,
  roles: withoutDatabase,
  settings: withoutDatabase,
  visitorAddress: withoutDatabase,
  systemChecks: 'asks storage, mail, clock and disk, at most once in ten seconds',
  typedCode: 'counts the use of the code: a write',
  newClassCode: 'answers at random',
  firstRun: 'asked once for each installation',
  passwordLink: 'asked once for each mailed link',
  printedCodesBrokenBy: 'asked before a deletion or a new code, for any mixture of ids',
  retention: seldom,
  schoolYearTurns: seldom,
  signInProviders: seldom,
  studentAlbums: seldom,
  studentRecordings: seldom,
  textBookPrinting: seldom,
};
