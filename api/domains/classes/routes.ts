import { eq, sql } from 'drizzle-orm';
import { forEachRole } from '#api/domains/schools/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newClassCode } from '#api/ground/db/ids.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { classes } from '#api/ground/db/schema.ts';
import { beyondWall } from '#api/ground/db/wall/viewer.ts';
import { notFound } from '#api/ground/http/problems.ts';
import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import * as copies from '#schema/rest/class-copies.ts';
import * as operations from '#schema/rest/classes.ts';
import * as upserts from '#schema/rest/upserts.ts';
import * as atOnce from '#schema/rest/classes-at-once.ts';
import { extendClasses, setStatuses } from './bulk.ts';
import { copyClasses } from './copy.ts';
import { classDetailOf, storedValuesOf } from './detail.ts';
import { changedClasses, classesById, classPage } from './list.ts';
import { visibleTo } from './scope.ts';
import { upsertClasses } from './upsert.ts';
import { createClass, deleteClass, regenerateCodes, updateClass } from './write.ts';

// A picker shows at most so many classes; the list's search finds the others.
const pickerLimit = 500;

const classesByName = forEachRole((kind) =>
  preparedQuery(['userId'], (db: Queryable, { userId }) =>
    db
      .select({ id: classes.id, classCode: classes.classCode, className: classes.className })
      .from(classes)
      .where(visibleTo({ kind, userId }))
      .orderBy(sql`lower(${classes.className})`, classes.id)
      .limit(pickerLimit),
  ),
);

export function classRoutes(services: Uses<'db' | 'settings' | 'links'>): Route[] {
  const { db } = services;
  const detail = classDetailOf(services);

  return [
    route(operations.classes, async ({ caller, query }) => classPage(services, caller, query)),

    route(operations.classChanges, async ({ caller, query }) => changedClasses(services, caller, query)),

    route(operations.classesById, async ({ caller, query }) => classesById(services, caller, query.Ids)),

    route(operations.allClasses, async ({ caller }) => classesByName[caller.kind](db, { userId: caller.userId })),

    route(operations.newClassCode, async () => ({
      // A code that another school has is taken.
      classCode: await beyondWall(db, unusedClassCode),
    })),

    route(operations.createClass, async ({ caller, requestId, body: values }) =>
      detail(caller, await createClass(services, { caller, requestId, values })),
    ),

    route(operations.classById, async ({ caller, params }) => detail(caller, params.id)),

    route(
      operations.updateClass,
      async ({ caller, requestId, params: { id }, body: values }) => {
        await updateClass(services, { caller, requestId, id, values });
        return detail(caller, id);
      },
      async ({ caller, params }) => storedValuesOf(await detail(caller, params.id)),
    ),

    route(operations.regenerateClassQrCode, async ({ caller, requestId, params: { id }, body }) => {
      await regenerateCodes(services, { caller, requestId, id, ...body });
      return detail(caller, id);
    }),

    route(operations.deleteClass, async ({ caller, requestId, params: { id } }) =>
      deleteClass(services, { caller, requestId, id }),
    ),

    route(atOnce.setClassStatuses, async ({ caller, requestId, body }) =>
      setStatuses(services, { caller, requestId, ...body }),
    ),

    route(atOnce.extendClasses, async ({ caller, requestId, body }) =>
      extendClasses(services, { caller, requestId, ...body }),
    ),

    route(upserts.upsertClasses, async ({ caller, requestId, body: { rows } }) =>
      upsertClasses(services, { caller, requestId }, rows),
    ),

    route(
      copies.copyClass,
      async ({ caller, requestId, params: { id }, body: { dryRun, idempotencyKey: key, ...requested } }) => {
        const request = { ...requested, years: 1 };
        const fieldOf = (_: number, field: string) => field;
        const [copy] = await copyClasses(services, { caller, requestId, ids: [id], request, dryRun, key, fieldOf });
        if (!copy) throw notFound();
        return copy;
      },
    ),

    route(copies.copyClasses, async ({ caller, requestId, body: { ids, dryRun, idempotencyKey: key, ...request } }) => {
      const fieldOf = (place: number, field: string) => `copies.${place}.${field}`;
      return { copies: await copyClasses(services, { caller, requestId, ids, request, dryRun, key, fieldOf }) };
    }),
  ];
}

// A random class code that no class has, deleted classes included.
async function unusedClassCode(db: Queryable): Promise<string> {
  for (;;) {
    const classCode = newClassCode();
    const classesWithCode = await db.select({ id: classes.id }).from(classes).where(eq(classes.classCode, classCode));
    if (classesWithCode.length === 0) return classCode;
  }
}
