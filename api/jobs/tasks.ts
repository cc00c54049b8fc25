import { forgetExpired } from '#api/auth/forget-expired.ts';
import { mailAccountLink } from '#api/auth/mail-account-link.ts';
import { mailNotice } from '#api/auth/mail-notice.ts';
import { requestLink } from '#api/auth/request-link.ts';
import { backUp } from '#api/backup/task.ts';
import { sweepMedia } from '#api/media/sweep.ts';
import { removeExpired } from '#api/nightly/task.ts';
import { forgetExports } from '#api/report-exports/forget.ts';
import { exportReport } from '#api/report-exports/run.ts';
import { endLostUploads } from '#api/uploads/end-lost.ts';
import { prepareMedia } from '#api/uploads/prepare.ts';
import { openMonthsOfUse } from '#api/usage/prepare.ts';
import { forgetImports } from '#api/user-imports/forget.ts';
import { importUsers } from '#api/user-imports/run.ts';
import { forgetFailed } from './forget-failed.ts';

/** Every task by name; a new one is a line here. */
export const tasks = {
  backUp,
  endLostUploads,
  exportReport,
  forgetExpired,
  forgetExports,
  forgetFailed,
  forgetImports,
  importUsers,
  mailAccountLink,
  mailNotice,
  openMonthsOfUse,
  requestLink,
  prepareMedia,
  removeExpired,
  sweepMedia,
};
