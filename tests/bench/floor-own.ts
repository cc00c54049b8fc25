import { detailCase, type FloorCase, type FloorIds, type FloorSchool, listCase, one } from './floor-case.ts';
import { editing, instant, list, object, person, picture } from './floor-json.ts';
import { longestRetention } from '#schema/rules/school-settings.ts';

const sessionItem = object({
  id: 'f.id',
  os: 'f.os',
  browser: 'f.browser',
  network: 'f.network',
  current: 'f.id = $2',
  createdAt: instant('f.created_at'),
  dateCreated: instant('f.created_at'),
  lastUsedAt: instant('f.last_used_at'),
});

const passkeyItem = object({
  id: 'k.id',
  name: 'k.name',
  synced: 'k.synced',
  createdAt: instant('k.created_at'),
  dateCreated: instant('k.created_at'),
  lastUsedAt: instant('k.last_used_at'),
});

const works = `community_posts w join profiles p on p.id = w.profile_id and p.deleted_at is null
  join classes c on c.id = w.class_id and c.deleted_at is null`;
const usedBytes = `(
  select coalesce(sum(m.byte_size), 0) from ${works} join media m on m.id = w.media_id or m.id = w.thumbnail_media_id
  where c.school_id = sc.id and w.deleted_at is null
) + (
  select coalesce(sum(r.source_size), 0) from ${works} join media_requests r on r.post_id = w.id
  where c.school_id = sc.id and w.deleted_at is null and r.state in ('pending', 'processing')
)`;

/** `$2` to `$4` are the installation's settings. */
const settingsItem = object({
  id: 'sc.id',
  name: 'sc.name',
  version: 'sc.version',
  timeZone: 'sc.time_zone',
  language: 'sc.language',
  approval: 'sc.approval',
  retentionMonths: 'sc.retention_months',
  worksPerDay: 'sc.works_per_day',
  storageMegabytes: 'sc.storage_megabytes',
  familyAlbums: 'sc.family_albums',
  logoId: 'm.id',
  logo: picture('m'),
  installationTimeZone: '$2::text',
  installationApproval: '$3::boolean',
  longestRetentionMonths: '$4::int',
  usedMegabytes: `ceil((${usedBytes}) / 1048576)`,
  ...editing('sc', 'e'),
});

/** One's own account, and the settings of a school. */
export function ownCases({ staffId, sessionId, schoolId, classId }: FloorIds, school: FloorSchool): FloorCase[] {
  const { timeZone, communityApproval, retention } = school;
  return [
    listCase('my sessions', {
      path: '/Auth/sessions',
      text: one(
        list(sessionItem, 'f.last_used_at desc, f.id desc'),
        'from refresh_families f where f.user_id = $1 and f.revoked_at is null and f.expires_at > now()',
      ),
      values: [staffId, sessionId],
    }),
    listCase('my passkeys', {
      path: '/Auth/passkeys',
      text: one(list(passkeyItem, 'k.created_at, k.id'), 'from passkeys k where k.user_id = $1'),
      values: [staffId],
    }),
    detailCase('my second step', {
      path: '/Auth/second-factor',
      text: one(
        object({
          on: 'true',
          since: instant('f.confirmed_at'),
          recoveryCodesLeft: '(select count(*) from recovery_codes where user_id = f.user_id and used_at is null)',
          demand: 'null',
        }),
        'from second_factors f where f.user_id = $1 and f.confirmed_at is not null',
      ),
      values: [staffId],
    }),
    detailCase('who asks', {
      path: '/Viewer',
      text: one(
        object({
          viewer: object({
            kind: `'person'`,
            user: person('u'),
            role: `'Administrator'`,
            profile: 'null',
            apiKey: 'null',
            costLeft: 'null',
          }),
        }),
        'from users u where u.id = $1',
      ),
      values: [staffId],
    }),
    detailCase("a school's settings", {
      path: `/School/${schoolId}/settings`,
      text: one(
        settingsItem,
        `from schools sc left join media m on m.id = sc.logo_media_id left join users e on e.id = sc.updated_by_id
          where sc.id = $1`,
      ),
      values: [schoolId, timeZone, communityApproval, longestRetention(retention.community)],
    }),
    detailCase("a class's logo", {
      path: `/Class/${classId}/logo`,
      text: one(
        object({ logo: picture('m') }),
        `from classes c left join schools sc on sc.id = c.school_id left join media m on m.id = sc.logo_media_id
          where c.id = $1 and c.deleted_at is null`,
      ),
      values: [classId],
    }),
  ];
}
