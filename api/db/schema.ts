// The one list of tables: drizzle-kit compares it with the migrations.
export * from './schema/accounts.ts';
export * from './schema/api-keys.ts';
export * from './schema/audit.ts';
export * from './schema/classes.ts';
export * from './schema/community.ts';
export * from './schema/contents.ts';
export * from './schema/media.ts';
export * from './schema/media-requests.ts';
export * from './schema/rate-limits.ts';
export * from './schema/report-exports.ts';
export * from './schema/secrets.ts';
export * from './schema/students.ts';
export * from './schema/textbooks.ts';
export * from './schema/usage.ts';
export * from './schema/usage-rollups.ts';
export * from './schema/user-imports.ts';
export * from './schema/users.ts';
