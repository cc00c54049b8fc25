import { profileDataFile } from '#api/privacy/export.ts';
import { textBookQrCodes, unitQrCodes } from '#api/qr-codes/export.ts';
import { reportExportFile } from '#api/report-exports/file.ts';
import { usageReportFile, visitorReportFile } from '#api/reports/exports.ts';
import { resultFileMaker } from '#api/user-imports/result-file.ts';
import { userFileMaker } from '#api/users/export.ts';
import type { DownloadMaker } from './downloads.ts';

/** What makes each kind of file; a new kind is a line here. */
export const downloadKinds: Readonly<Record<string, DownloadMaker>> = {
  'profile-data': profileDataFile,
  'report-export': reportExportFile,
  'textbook-qr-codes': textBookQrCodes,
  'unit-qr-codes': unitQrCodes,
  'usage-report': usageReportFile,
  'user-import': resultFileMaker,
  users: userFileMaker,
  'visitors-report': visitorReportFile,
};
