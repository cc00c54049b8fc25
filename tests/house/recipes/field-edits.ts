/** One change of a hand-written file: text that goes right behind the first place where `after` stands. */
export interface Edit {
  readonly file: string;
  readonly after: string;
  readonly insert: string;
  /** The name that the edit imports. A file that imports the name already is not changed. */
  readonly imports?: string;
}

/** Where a note of one kind of row goes. */
interface NotePlaces {
  readonly rules: { readonly file: string; readonly fields: string };
  readonly sdl: { readonly file: string; readonly types: readonly string[] };
  readonly table: { readonly file: string; readonly column: string; readonly checks: string };
  readonly form: { readonly file: string; readonly after: string };
  readonly document: { readonly file: string; readonly after: string };
  /** The locale files' name. */
  readonly words: string;
  /** What these files do not import yet. */
  readonly imports?: readonly Edit[];
}

const field = `            <TextField name="note" label={t('note')} hint={t('noteHint')} />\n`;

/** The field in a type of the SDL: a create sets it to its default where it is left out, an update leaves it as it is. */
function noteIn(type: string): string {
  if (!type.startsWith('input')) return 'String @semanticNonNull';
  return type.startsWith('input Create') ? 'String! = ""' : 'String';
}

function noteAt({ rules, sdl, table, form, document, words, imports = [] }: NotePlaces): Edit[] {
  return [
    ...imports,
    {
      file: rules.file,
      after: `export const ${rules.fields} = {\n`,
      insert: "  note: trimmedText(500).default(''),\n",
    },
    ...sdl.types.map((type) => ({
      file: sdl.file,
      after: `${type} {\n`,
      insert: `  "For staff only; at most 500 characters."\n  note: ${noteIn(type)}\n`,
    })),
    { file: table.file, after: table.column, insert: "    note: text('note').notNull().default(''),\n" },
    { file: table.file, after: table.checks, insert: '      [t.note, 0, 500],\n' },
    { ...form, insert: field },
    { ...document, insert: '  note\n' },
    {
      file: `locales/en/${words}.json`,
      after: '{\n',
      insert: '  "note": "Note",\n  "noteHint": "For staff only.",\n',
    },
    {
      file: `locales/jp/${words}.json`,
      after: '{\n',
      insert: '  "note": "メモ",\n  "noteHint": "教職員だけに表示されます。",\n',
    },
  ];
}

const tables = 'api/ground/db/schema';
const features = 'web/staff/features';
const textColumn = (name: string, column = name) => `    ${name}: text('${column}').notNull(),\n`;
const checksOf = (table: string) => `...lengthChecks('${table}', [\n`;

/** The README's first recipe: a note on each kind of row that staff edit. */
export const storedFields: Readonly<Record<string, readonly Edit[]>> = {
  'a unit': noteAt({
    rules: { file: 'schema/rules/lessons.ts', fields: 'lessonFields' },
    sdl: {
      file: 'schema/graphql/lessons.graphql',
      types: ['type Unit implements Node & AnyUnit', 'input CreateLessonInput', 'input UpdateLessonInput'],
    },
    table: { file: `${tables}/textbooks.ts`, column: textColumn('phonics'), checks: checksOf('lessons') },
    form: { file: `${features}/lessons/lesson-form.tsx`, after: `hint={t('phonicsHint')} required />\n` },
    document: { file: `${features}/lessons/lesson.graphql`, after: '  phonics\n' },
    words: 'lessons',
  }),
  'a textbook': noteAt({
    rules: { file: 'schema/rules/textbooks.ts', fields: 'textBookFields' },
    sdl: {
      file: 'schema/graphql/textbooks.graphql',
      types: ['type TextBook implements Node & AnyTextBook', 'input CreateTextBookInput', 'input UpdateTextBookInput'],
    },
    table: {
      file: `${tables}/textbooks.ts`,
      column: textColumn('shortCode', 'short_code'),
      checks: checksOf('textbooks'),
    },
    form: { file: `${features}/textbooks/form/textbook-form.tsx`, after: `hint={t('descriptionHint')} />\n` },
    document: { file: `${features}/textbooks/textbook.graphql`, after: '  publishedAt\n  description\n' },
    words: 'textbooks',
  }),
  'a content': noteAt({
    rules: { file: 'schema/rules/contents.ts', fields: 'contentFields' },
    sdl: {
      file: 'schema/graphql/contents.graphql',
      types: ['type Content implements Node & AnyContent', 'input CreateContentInput', 'input UpdateContentInput'],
    },
    table: { file: `${tables}/contents.ts`, column: textColumn('name'), checks: checksOf('contents') },
    form: { file: `${features}/contents/form/content-form.tsx`, after: `hint={t('descriptionHint')} />\n` },
    document: { file: `${features}/contents/content.graphql`, after: '  description\n' },
    words: 'contents',
  }),
  'a sound of Push and Listen': noteAt({
    rules: { file: 'schema/rules/push-and-listen.ts', fields: 'pushAndListenFields' },
    sdl: {
      file: 'schema/graphql/push-and-listen.graphql',
      types: ['type PushAndListenEntry', 'input CreatePushAndListenItemInput', 'input UpdatePushAndListenItemInput'],
    },
    table: {
      file: `${tables}/contents.ts`,
      column: textColumn('fileName', 'file_name'),
      checks: checksOf('push_and_listen_items'),
    },
    form: {
      file: `${features}/push-and-listen/item-dialog.tsx`,
      after: `<TextField name="name" label={t('name')} hint={t('nameHint')} required />\n`,
    },
    document: {
      file: `${features}/push-and-listen/push-and-listen.graphql`,
      after: 'fragment SoundItem on PushAndListenEntry {\n',
    },
    words: 'push-and-listen',
    imports: [
      {
        file: 'schema/rules/push-and-listen.ts',
        after: 'import { requiredId, requiredText',
        insert: ', trimmedText',
        imports: 'trimmedText',
      },
    ],
  }),
  'a class': noteAt({
    rules: { file: 'schema/rules/classes.ts', fields: 'classFields' },
    sdl: {
      file: 'schema/graphql/classes.graphql',
      types: ['type Class implements Node & AnyClass', 'input CreateClassInput', 'input UpdateClassInput'],
    },
    table: {
      file: `${tables}/classes.ts`,
      column: textColumn('className', 'class_name'),
      checks: checksOf('classes'),
    },
    form: { file: `${features}/classes/form/class-form.tsx`, after: `hint={t('classNameHint')} required />\n` },
    document: { file: `${features}/classes/class.graphql`, after: '  studentCount\n  classHashCode\n' },
    words: 'classes',
    imports: [
      {
        file: 'schema/rules/classes.ts',
        after: 'requiredId, requiredText',
        insert: ', trimmedText',
        imports: 'trimmedText',
      },
    ],
  }),
  'a user': noteAt({
    rules: { file: 'schema/rules/users.ts', fields: 'userFields' },
    sdl: {
      file: 'schema/graphql/users.graphql',
      types: ['type User implements Node', 'input CreateUserInput', 'input UpdateUserInput'],
    },
    table: { file: `${tables}/users.ts`, column: textColumn('email'), checks: checksOf('users') },
    form: { file: `${features}/users/form/user-form.tsx`, after: '            <PhoneFields />\n' },
    document: { file: `${features}/users/user.graphql`, after: '  refusal\n  pendingEmail\n' },
    words: 'users',
    imports: [
      {
        file: 'schema/rules/users.ts',
        after: 'import { externalId, requiredText',
        insert: ', trimmedText',
        imports: 'trimmedText',
      },
      {
        file: `${features}/users/form/user-form.tsx`,
        after: "import { SelectField } from '#web/staff/ui/forms/select-field.tsx';\n",
        insert: "import { TextField } from '#web/staff/ui/forms/text-field.tsx';\n",
        imports: 'TextField',
      },
    ],
  }),
  "a student's profile": noteAt({
    rules: { file: 'schema/rules/profiles.ts', fields: 'profileFields' },
    sdl: {
      file: 'schema/graphql/class-profiles.graphql',
      types: ['type ClassProfile implements AnyProfile', 'input RenameClassProfileInput'],
    },
    table: { file: `${tables}/students.ts`, column: textColumn('name'), checks: checksOf('profiles') },
    form: {
      file: `${features}/classes/students/rename-dialog.tsx`,
      after: `<TextField name="name" label={t('studentName')} required />\n`,
    },
    document: {
      file: `${features}/classes/students/class-profile.graphql`,
      after: 'fragment ClassProfileRow on ClassProfile {\n',
    },
    words: 'classes',
  }),
};
