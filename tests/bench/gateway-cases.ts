import { persistedOperations } from '#gateway/manifest.generated.ts';
import { idOf } from './bench-ids.ts';

/** Where below the REST service the measured calls are. */
export const memoryPaths = {
  classes: '/api/Class',
  studentClass: '/api/Student/class-detail',
  classUnits: '/api/Class/units',
} as const;

/** One thing the web app asks for, as its own operation and as the REST calls that it comes to. */
export interface GatewayCase {
  readonly name: string;
  readonly asStaff: boolean;
  readonly rest: readonly string[];
  /** As the web app sends it. */
  readonly byHash: object;
  /** The same with its text, for servers that were not built with the web app. */
  readonly byText: object;
}

const hashCode = 'q3Jx0mTnUw2cVbYk8LhZfA';

/** The first page of the staff's classes, and the page that a class's code opens. */
export const gatewayCases: readonly GatewayCase[] = [
  {
    name: 'class list of 20',
    asStaff: true,
    rest: [`${memoryPaths.classes}?PageNumber=1&PageSize=20`],
    ...operation('Classes', { page: { number: 1, size: 20 } }),
  },
  {
    name: "a student's class page",
    asStaff: false,
    rest: [`${memoryPaths.studentClass}?hashCode=${hashCode}`, `${memoryPaths.classUnits}?classHashCode=${hashCode}`],
    ...operation('ClassPage', { hashCode }),
  },
];

/** An operation of the web app as the gateway's own build knows it. */
export function operation(operationName: string, variables: object): Pick<GatewayCase, 'byHash' | 'byText'> {
  const known = persistedOperations.find(({ name }) => name === operationName);
  if (!known) throw new Error(`the web app has no operation ${operationName}`);
  return {
    byHash: { operationName, variables, extensions: { persistedQuery: { version: 1, sha256Hash: known.hash } } },
    byText: { operationName, variables, query: known.text },
  };
}

const staff = (number: number) => ({ id: idOf(0, number), firstName: 'Hanako', lastName: `Tanaka ${number}` });
const picture = (number: number) => ({
  url: `/media/${idOf(6, number)}/thumbnail.webp?expires=1790000000&signature=0Zr5cYx2H1mQkWb7uVt9aJfL3sDgEp8N`,
  fileName: 'thumbnail.webp',
});
const textBook = (number: number) => ({
  id: idOf(1, number),
  name: `Hello World ${number}`,
  shortCode: `HELLO${number}`,
  thumbnail: picture(number),
});

/** Twenty rows of fifteen values each, as the class list shows them, and a class of a child with its eight units. */
export const memoryAnswers = {
  [memoryPaths.classes]: {
    items: Array.from({ length: 20 }, (_, number) => ({
      id: idOf(2, number),
      classCode: `CLASS${number}`,
      className: `${number + 1}年${number}組 さくら`,
      textBook: textBook(number),
      studentCount: 24,
      startDate: '2026-04-01',
      endDate: '2027-03-31',
      status: number % 2,
      mainTeacher: staff(number),
      secondaryTeachers: [staff(number + 1), staff(number + 2)],
    })),
    pageNumber: 1,
    pageSize: 20,
    totalCount: 213,
    totalIsExact: true,
  },
  [memoryPaths.studentClass]: {
    id: idOf(2, 7),
    classHashCode: hashCode,
    className: '1年7組 さくら',
    status: 0,
    startDate: '2026-04-01',
    endDate: '2027-03-31',
    completed: false,
    textBook: { ...textBook(7), hashCode, description: 'はじめての えいご' },
  },
  [memoryPaths.classUnits]: Array.from({ length: 8 }, (_, number) => ({
    id: idOf(7, number),
    hashCode: `${hashCode.slice(1)}${number}`,
    number: number + 1,
    title: `Unit ${number + 1}`,
    name: 'At the zoo',
    languageFocus: 'It is a lion.',
    phonics: 'a, e, i',
    contentCount: 12,
  })),
};
