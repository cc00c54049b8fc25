import type { Edit } from './field-edits.ts';

const features = 'web/staff/features';

const sdlOf = (file: string, fields: Readonly<Record<string, string>>): Edit[] =>
  Object.entries(fields).map(([type, field]) => ({ file, after: `${type} {\n`, insert: field }));

const words = (file: string, english: string, japanese: string): Edit[] => [
  { file: `locales/en/${file}.json`, after: '{\n', insert: english },
  { file: `locales/jp/${file}.json`, after: '{\n', insert: japanese },
];

/** The README's first recipe with a whole number: how many minutes a unit takes. */
const minutesOfAUnit: readonly Edit[] = [
  {
    file: 'schema/rules/lessons.ts',
    after: 'export const lessonFields = {\n',
    insert: `  minutes: wholeNumber({
    from: 1,
    to: 999,
    missing: 'messages.unitNumberRequire',
    notWhole: 'messages.unitNumberNumeric',
    tooSmall: 'messages.unitNumberMin',
  })
    .nullable()
    .default(null),
`,
  },
  ...sdlOf('schema/graphql/lessons.graphql', {
    'type Unit implements Node & AnyUnit': '  "1 to 999; null where nobody said."\n  minutes: Int\n',
    'input CreateLessonInput': '  "1 to 999."\n  minutes: Int\n',
    'input UpdateLessonInput': '  "1 to 999."\n  minutes: Int\n',
  }),
  {
    file: 'api/ground/db/schema/textbooks.ts',
    after: "    phonics: text('phonics').notNull(),\n",
    insert: "    minutes: integer('minutes'),\n",
  },
  {
    file: `${features}/lessons/lesson-form.tsx`,
    after: `hint={t('phonicsHint')} required />\n`,
    insert: `            <TextField name="minutes" label={t('minutes')} inputMode="numeric" />\n`,
  },
  { file: `${features}/lessons/lesson.graphql`, after: '  phonics\n', insert: '  minutes\n' },
  ...words('lessons', '  "minutes": "Minutes",\n', '  "minutes": "分数",\n'),
];

/** The README's first recipe with a choice: whether a class is held in the morning or in the afternoon. */
const halfDayOfAClass: readonly Edit[] = [
  {
    file: 'schema/rest/enumerations.ts',
    after: "import { z } from 'zod';\n",
    insert: `
export const HalfDay = { MORNING: 0, AFTERNOON: 1 } as const;
export type HalfDay = (typeof HalfDay)[keyof typeof HalfDay];
`,
  },
  { file: 'schema/rules/classes.ts', after: 'import { Admission, ChildGuard, ClassStatus', insert: ', HalfDay' },
  {
    file: 'schema/rules/classes.ts',
    after: 'export const classFields = {\n',
    insert: "  halfDay: choiceOf(HalfDay, 'MORNING'),\n",
  },
  ...sdlOf('schema/graphql/classes.graphql', {
    'type Class implements Node & AnyClass': '  "When on a day it is held."\n  halfDay: HalfDay @semanticNonNull\n',
    'input CreateClassInput': '  "When on a day it is held."\n  halfDay: HalfDay! = MORNING\n',
    'input UpdateClassInput': '  "When on a day it is held."\n  halfDay: HalfDay\n',
  }),
  {
    file: 'schema/graphql/classes.graphql',
    after: '  "Archived: completed for its students, whatever its dates."\n  INACTIVE\n}\n',
    insert: `
"When on a day a class is held."
enum HalfDay {
  "Until noon."
  MORNING
  "From noon on."
  AFTERNOON
}
`,
  },
  {
    file: 'api/ground/db/schema/classes.ts',
    after: "    className: text('class_name').notNull(),\n",
    insert: "    halfDay: smallint('half_day').$type<HalfDay>().notNull().default(HalfDay.MORNING),\n",
  },
  {
    file: 'api/ground/db/schema/classes.ts',
    after: "    check('classes_status_known', isOneOf(t.status, Object.values(ClassStatus))),\n",
    insert: "    check('classes_half_day_known', isOneOf(t.halfDay, Object.values(HalfDay))),\n",
  },
  { file: 'api/ground/db/schema/classes.ts', after: '{ Admission, ChildGuard, ClassStatus', insert: ', HalfDay' },
  {
    file: `${features}/classes/form/class-form.tsx`,
    after: "hint={t('classNameHint')} required />\n",
    insert: `            <SelectField
              name="halfDay"
              label={t('halfDay')}
              options={[
                { value: HalfDay.MORNING, label: t('halfDay-MORNING') },
                { value: HalfDay.AFTERNOON, label: t('halfDay-AFTERNOON') },
              ]}
            />
`,
  },
  {
    file: `${features}/classes/form/class-form.tsx`,
    after: 'import { Admission, ChildGuard, ClassStatus',
    insert: ', HalfDay',
  },
  { file: `${features}/classes/class.graphql`, after: '  studentCount\n  classHashCode\n', insert: '  halfDay\n' },
  ...words(
    'classes',
    '  "halfDay": "Time of day",\n  "halfDay-MORNING": "Morning",\n  "halfDay-AFTERNOON": "Afternoon",\n',
    '  "halfDay": "時間帯",\n  "halfDay-MORNING": "午前",\n  "halfDay-AFTERNOON": "午後",\n',
  ),
];

export const numberAndChoice: Readonly<Record<string, readonly Edit[]>> = {
  'minutes of a unit': minutesOfAUnit,
  'half a day of a class': halfDayOfAClass,
};
