import { z } from 'zod';
import { staffWith } from '../access.ts';
import { languages } from '../languages.ts';
import { means } from './meanings.ts';
import { operation } from './operation.ts';
import { notFound } from './problems.ts';
import { pageOf, paging, searchText } from './paging.ts';
import { animal } from './students.ts';
import { dateTime, fileLink, id, idOf, requiredText } from './values.ts';

/** A child in the privacy screens: deleted children too, while any of their data are kept. */
export const privacyProfile = z.object({
  id,
  name: z.string(),
  animal,
  createdAt: dateTime,
  /** The same as `createdAt`, by the older name. */
  firstSeenAt: dateTime,
  lastSeenAt: dateTime,
  /** The time of deletion; null when not deleted. */
  deletedAt: dateTime.nullable(),
  classes: z.array(z.object({ id, className: z.string() })),
  /** Waiting, hidden and deleted posts included. */
  postCount: z.int(),
  pageViewCount: z.int(),
});
export type PrivacyProfile = z.output<typeof privacyProfile>;

/** The amounts of data about one child. */
export const privacyCard = privacyProfile.extend({
  fileCount: z.int(),
  /** The bytes of these files. */
  fileSize: z.int(),
  /** Uploads in processing. */
  unfinishedUploadCount: z.int(),
  /** Reactions that the child gave to others' works. */
  reactionCount: z.int(),
  /** Stamps and voices with which staff answered the child's works. */
  replyCount: z.int(),
  /** The child's reports of others' posts. */
  reportCount: z.int(),
  /** Contents that the child has finished. */
  finishedCount: z.int(),
  /** Albums made for the child's family whose files are kept. */
  albumCount: z.int(),
  /** Entries of the audit log about the child and its works. */
  auditEntryCount: z.int(),
  /** Profiles that were merged into this one and are in the trash. */
  mergedProfileCount: z.int(),
});
export type PrivacyCard = z.output<typeof privacyCard>;

/** The kinds of data with a retention period. */
export const retentionKinds = [
  'pageViews',
  'profiles',
  'posts',
  'audit',
  'devices',
  'uploadAnswers',
  'trash',
  'unusedPictures',
  'albums',
  'sessions',
] as const;
export type RetentionKind = (typeof retentionKinds)[number];

export const retentionRule = z.object({
  kind: z.enum(retentionKinds),
  /** Null: for ever. */
  days: z.int().nullable(),
  /** The setting that decides the period; null when it is fixed. */
  setting: z.string().nullable(),
  /** Rows that the last run removed; null before the first run. */
  removed: z.int().nullable(),
});

const access = staffWith('All:All');
const params = z.object({ id: idOf('profile') });
const { PageNumber, PageSize } = paging(['lastSeenAt']);

export const privacyProfiles = operation({
  name: 'privacyProfiles',
  method: 'GET',
  path: '/Privacy/profiles',
  summary:
    "The children of whom anything is kept, the last seen first; deleted ones too. Every word of the search must occur in the child's name or in that of one of its classes, or be the profile's id.",
  limits: '100 rows to a page',
  access,
  query: z.object({ SearchText: searchText, PageNumber, PageSize }),
  response: pageOf(privacyProfile),
});

export const privacyCardOf = operation({
  name: 'privacyCard',
  method: 'GET',
  path: '/Privacy/profiles/{id}',
  summary: 'What is kept of one child, counted. Who looked is written into the audit log as `view-data`, once a day.',
  access,
  params,
  response: privacyCard,
  problems: { 404: '`messages.notFound`, for a child that is erased too' },
});

export const exportProfileData = operation({
  name: 'exportProfileData',
  method: 'GET',
  path: '/Privacy/profiles/{id}/export',
  summary:
    'All that is kept of one child, as a ZIP: `readme.txt` says what is what, `profile.json` holds every row, `page-views.csv` the pages the child opened, `media` its pictures, recordings and videos. Written into the audit log as `export-data`.',
  limits: 'the link opens for ten minutes, and only while the child is there',
  access,
  params,
  query: z.object({
    /** The language of readme and headings. */
    Language: z.enum(languages).default('en'),
  }),
  response: fileLink,
  file: 'application/zip',
  problems: { 404: '`messages.notFound`, for a child that is erased too' },
});

/** The child's name, typed again as a confirmation. */
export const confirmName = means(requiredText(200, 'messages.eraseNameRequire'), { entity: 'profile', field: 'name' });

export const eraseProfile = operation({
  name: 'eraseProfile',
  method: 'POST',
  path: '/Privacy/profiles/{id}/erase',
  summary:
    "Removes a child for good and at once: profile, works with their files, reactions, reports, device, and the audit log's words about them. `confirmName` must be the profile's name, or nothing happens. Page views lose the child and stay counted, so no report changes. The second time it answers the same. Written into the audit log as `erase`, without the name.",
  access,
  params,
  body: z.object({ confirmName }),
  problems: {
    400: '`messages.eraseNameDiffers` or `messages.eraseNameRequire` on `confirmName`, and nothing happens',
    404: notFound,
  },
});

export const retention = operation({
  name: 'retention',
  method: 'GET',
  path: '/Privacy/retention',
  summary: 'What is kept for how long, and what the nightly clean-up removed when it last ran.',
  access,
  response: z.object({
    rules: z.array(retentionRule),
    /** The start and end of the last run; null before the first. */
    lastRun: z.object({ startedAt: dateTime, finishedAt: dateTime }).nullable(),
  }),
});
