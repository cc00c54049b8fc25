import type { Edit } from './field-edits.ts';

/** The README's second recipe, for a button that makes a draft of a unit. */
export const operationWithButton: readonly Edit[] = [
  {
    file: 'schema/rest/lessons.ts',
    after: "const params = z.object({ id: idOf('lesson') });\n",
    insert: `
export const withdrawLesson = operation({
  name: 'withdrawLesson',
  method: 'PUT',
  path: '/Lesson/{id}/withdraw',
  summary: 'Makes a draft of a unit, which students no longer see.',
  access,
  params,
  response: lessonDetail,
  problems: { 404: notFound },
});
`,
  },
  {
    file: 'schema/graphql/lessons.graphql',
    after: 'extend type Mutation {\n',
    insert: `  withdrawLesson("The unit's id." id: ID!): Unit @semanticNonNull

`,
  },
  {
    file: 'api/domains/lessons/routes.ts',
    after: '    route(operations.textBookUnits, async ({ query }) => lessonPage(services, query)),\n',
    insert: `
    route(operations.withdrawLesson, async ({ caller, requestId, params: { id } }) => {
      await withdrawLesson(services, { ...caller, requestId }, id);
      return lessonDetail(services, id);
    }),
`,
  },
  {
    file: 'api/domains/lessons/routes.ts',
    after: 'import { lessonStore',
    insert: ', withdrawLesson',
  },
  {
    file: 'api/domains/lessons/write.ts',
    after: "import type { Queryable } from '#api/ground/db/client.ts';\n",
    insert: `import type { Author } from '#api/domains/audit/record.ts';
import { recordChange } from '#api/domains/audit/record.ts';
import { editedBy } from '#api/domains/audit/versions.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
`,
  },
  {
    file: 'api/domains/lessons/write.ts',
    after: "  orderKey: 'lessonIds',\n});\n",
    insert: `
/** Makes a draft of a unit. */
export async function withdrawLesson({ db }: Uses<'db'>, author: Author, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockLesson(tx, id);
    if (!row) throw notFound();
    await tx
      .update(lessons)
      .set({ publishedAt: null, ...editedBy(row, author) })
      .where(eq(lessons.id, id));
    const before = { publishedAt: row.publishedAt };
    const after = { publishedAt: null };
    await recordChange(tx, author, { action: 'update', entity: 'lessons', entityId: id, before, after });
  });
}
`,
  },
  {
    file: 'web/staff/features/lessons/lesson.graphql',
    after: 'mutation DeleteLesson($id: ID!) {\n  deleteLesson(id: $id)\n}\n',
    insert: `
mutation WithdrawLesson($id: ID!) {
  withdrawLesson(id: $id) {
    ...LessonDetail
  }
}
`,
  },
  {
    file: 'web/staff/features/lessons/lesson-header.tsx',
    after: "import { unitTitle } from '#web/staff/features/curriculum/breadcrumbs.tsx';\n",
    insert: "import { useWithdrawLessonMutation } from '#web/staff/operations.generated.ts';\n",
  },
  {
    file: 'web/staff/features/lessons/lesson-header.tsx',
    after: '  const { remove: deleteLesson, question } = useDeleteLesson();\n',
    insert: '  const [withdraw] = useWithdrawLessonMutation();\n',
  },
  {
    file: 'web/staff/features/lessons/lesson-header.tsx',
    after: '        <div className="page-actions">\n',
    insert: `          <Button text={t('withdraw')} onClick={() => void withdraw({ variables: { id: found.id } })} />\n`,
  },
  { file: 'locales/en/lessons.json', after: '{\n', insert: '  "withdraw": "Make a draft",\n' },
  { file: 'locales/jp/lessons.json', after: '{\n', insert: '  "withdraw": "下書きにする",\n' },
];
