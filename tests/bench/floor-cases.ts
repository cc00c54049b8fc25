import type { Pool } from 'pg';
import { addDays, schoolDay } from '#api/ground/school-day.ts';
import { type FloorCase, type FloorIds, type FloorSchool, idsText } from './floor-case.ts';
import { classroomCases } from './floor-classroom.ts';
import { deskCases } from './floor-desk.ts';
import { deviceCases } from './floor-devices.ts';
import { feedCases } from './floor-feeds.ts';
import { lessonCases } from './floor-lesson.ts';
import { operatorCases } from './floor-operator.ts';
import { ownCases } from './floor-own.ts';
import { staffCases } from './floor-staff.ts';
import { studentCases } from './floor-students.ts';

/**
 * Every list, detail and student's read that is asked for daily, in a school that has a running class with units and
 * posts, such as the demo school. Reports have a bench of their own.
 */
export async function floorCases(pool: Pick<Pool, 'query'>, school: FloorSchool): Promise<FloorCase[]> {
  const { publicUrl, timeZone } = school;
  const ids = await floorIds(pool);
  const to = addDays(schoolDay(timeZone), 1);
  return [
    ...staffCases(ids, publicUrl),
    ...deskCases(ids),
    ...feedCases(ids, publicUrl),
    ...operatorCases(ids),
    ...ownCases(ids, school),
    ...classroomCases(ids, { publicUrl, timeZone, from: addDays(to, -28), to }),
    ...lessonCases(ids),
    ...studentCases(ids, timeZone),
    ...deviceCases(ids, timeZone),
  ];
}

export async function floorIds(pool: Pick<Pool, 'query'>): Promise<FloorIds> {
  const { rows } = await pool.query<FloorIds>(idsText);
  const [ids] = rows;
  if (!ids) throw new Error('the school has no running class');
  return ids;
}

/** Whoever asks, as an access token names them; a child is the token's subject alone. */
export interface Bearer {
  readonly sub: string;
  readonly sid?: string;
  readonly role: string;
}

/** What the API asks of every caller's session. */
export const sessionText = `
  select u.id from refresh_families f join users u on u.id = f.user_id
  where f.id = $1 and u.id = $2 and f.revoked_at is null and f.expires_at > now() and u.role = $3 and u.status = 1
    and u.deleted_at is null`;

/** What the API asks of every child's token. */
export const profileText = 'select id from profiles where id = $1 and deleted_at is null';
