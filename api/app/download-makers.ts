import { albumFile } from '#api/domains/albums/open.ts';
import { profileDataFile } from '#api/domains/privacy/export.ts';
import { textBookQrCodes, unitQrCodes } from '#api/domains/qr-codes/export.ts';
import { reportExportFile } from '#api/domains/report-exports/detail.ts';
import { usageReportFile, visitorReportFile } from '#api/domains/reports/exports.ts';
import { rosterFileMaker } from '#api/domains/roster-exports/file.ts';
import { rosterResultMaker } from '#api/domains/roster-imports/detail.ts';
import { resultFileMaker } from '#api/domains/user-imports/detail.ts';
import { userFileMaker } from '#api/domains/users/export.ts';
import type { Services } from './services.ts';
import type { DownloadMakers } from '#api/ground/http/downloads.ts';

/** The generator of each kind of download; a new kind adds a line here. */
export const downloadMakers = (services: Services): DownloadMakers => ({
  album: (id) => albumFile(services, id),
  'profile-data': (id) => profileDataFile(services, id),
  'report-export': (id) => reportExportFile(services, id),
  roster: (id) => rosterFileMaker(services, id),
  'roster-import': (id) => rosterResultMaker(services, id),
  'textbook-qr-codes': (id) => textBookQrCodes(services, id),
  'unit-qr-codes': (id) => unitQrCodes(services, id),
  'usage-report': (id) => usageReportFile(services, id),
  'user-import': (id) => resultFileMaker(services, id),
  users: (id) => userFileMaker(services, id),
  'visitors-report': (id) => visitorReportFile(services, id),
});
