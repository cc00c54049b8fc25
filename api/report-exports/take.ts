import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { recordChange } from '#api/audit/record.ts';
import type { Queryable } from '#api/db/client.ts';
import { newId } from '#api/db/ids.ts';
import { reportExports } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { conflict } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import { holdUser } from '#api/users/hold.ts';
import { mostExports, type ReportQuestion } from '#schema/rest/report-exports.ts';

interface Wish {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly question: ReportQuestion;
}

/** Tries in all; together they take a minute and a half, so that whoever waits for a file soon hears that none comes. */
const maxAttempts = 5;

/** Takes a wish for a file in and leaves the rest to the job. Tells the export's id, the same for the same wish. */
export async function takeExport({ db, jobs }: Services, { caller, requestId, question }: Wish): Promise<string> {
  const { Report: report, ...asked } = question;
  // As the database gives it back.
  const stored: unknown = JSON.parse(JSON.stringify(asked));
  return db.transaction(async (tx) => {
    // Held, so that wishes of one person come one after the other.
    await holdUser(tx, caller, caller.userId);
    await giveUpLost(tx, caller.userId);
    const open = await underWay(tx, caller.userId);
    const same = open.find((one) => one.report === report && isDeepStrictEqual(one.question, stored));
    if (same) return same.id;
    if (open.length >= mostExports)
      throw conflict('messages.tooManyExports', `One person has at most ${mostExports} exports under way.`);
    const id = newId();
    const row = { id, createdById: caller.userId, report, question: asked, storageKey: `report-${id}.csv` };
    await tx.insert(reportExports).values(row);
    await recordChange(
      tx,
      { ...caller, requestId },
      { action: 'export', entity: 'report_exports', entityId: id, after: { report, ...named(question) } },
    );
    // One after the other, so that big files never take more than one connection and one reader of the disk.
    await jobs.add(tx, 'exportReport', { exportId: id }, { queue: 'report exports', maxAttempts });
    return id;
  });
}

// Whose process was killed at the last try, it could not say so; the longest file is made in minutes.
const giveUpLost = (tx: Queryable, userId: string) =>
  tx
    .update(reportExports)
    .set({ state: 'failed', finishedAt: new Date() })
    .where(
      and(
        eq(reportExports.createdById, userId),
        inArray(reportExports.state, ['waiting', 'running']),
        lt(reportExports.createdAt, sql`now() - interval '1 hour'`),
      ),
    );

const underWay = (tx: Queryable, userId: string) =>
  tx
    .select({ id: reportExports.id, report: reportExports.report, question: reportExports.question })
    .from(reportExports)
    .where(and(eq(reportExports.createdById, userId), inArray(reportExports.state, ['waiting', 'running'])));

// What the log shows, by the words it has for fields.
const named = ({ From, To, ClassId, TextBookId, LessonId, ContentType }: ReportQuestion) => ({
  ...{ from: From, to: To },
  ...(ClassId !== undefined && { classId: ClassId }),
  ...(TextBookId !== undefined && { textbookId: TextBookId }),
  ...(LessonId !== undefined && { lessonId: LessonId }),
  ...(ContentType !== undefined && { type: ContentType }),
});
