import { and, eq } from 'drizzle-orm';
import { usageClassDays } from '#api/db/schema.ts';
import { inPeriod } from '#api/reports/scope.ts';
import type { ReportPeriod } from '#schema/rules/reports.ts';

/** A class and the days that are asked for. */
export type ClassPeriod = ReportPeriod & { readonly ClassId: string };

/** The rows of a class's days in a period. */
export const ofClass = (scope: ClassPeriod) =>
  and(eq(usageClassDays.classId, scope.ClassId), inPeriod(usageClassDays, scope));
