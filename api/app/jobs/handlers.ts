import type { Services } from '#api/app/services.ts';
import { type JobRunner, startJobRunner } from '#api/ground/jobs/runner.ts';
import { crontab } from './schedule.ts';
import { makeAlbum } from '#api/domains/albums/jobs.ts';
import { writeAlbum } from '#api/domains/albums/run.ts';
import { forgetBoardSessions, forgetEndedSessions } from '#api/domains/board-sessions/clean-up.ts';
import { forgetExpired, forgetExpiredAccess } from '#api/domains/auth/clean-up.ts';
import { mailAccountLink, mailNewDevice, mailNotice, requestLink } from '#api/domains/auth/jobs.ts';
import { sendAccountLink } from '#api/domains/auth/mail-account-link.ts';
import { sendNewDeviceNotice } from '#api/domains/auth/mail-new-device.ts';
import { sendNotice } from '#api/domains/auth/mail-notice.ts';
import { sendRequestedLink } from '#api/domains/auth/request-link.ts';
import { forgetOldExports, writeExport } from '#api/domains/report-exports/run.ts';
import { exportReport, forgetExports } from '#api/domains/report-exports/jobs.ts';
import { bringRoster, forgetRosters } from '#api/domains/roster-imports/jobs.ts';
import { bringPackage, forgetOldRosters } from '#api/domains/roster-imports/run.ts';
import { checkLinks, mailBrokenLinks } from '#api/domains/link-health/jobs.ts';
import { sendBrokenLinks } from '#api/domains/link-health/mail.ts';
import { checkAllLinks } from '#api/domains/link-health/night.ts';
import { moveClassCodes, moveCodesOfEndedClasses } from '#api/domains/school-year-turns/codes.ts';
import { endLostUploads, endUploadsWithoutJob } from '#api/domains/uploads/clean-up.ts';
import { prepareMedia } from '#api/domains/uploads/jobs.ts';
import { prepareUpload } from '#api/domains/uploads/prepare.ts';
import { forgetOldImports, invitePeople } from '#api/domains/user-imports/run.ts';
import { forgetImports, importUsers } from '#api/domains/user-imports/jobs.ts';
import { forgetFailed, forgetFailedJobs } from '#api/ground/jobs/forget-failed.ts';
import { type ClockJob, handleJob, type JobHandler } from '#api/ground/jobs/job.ts';
import { sweepMedia, sweepStore } from '#api/domains/media/sweep.ts';
import { removeErased, removeErasedFiles } from '#api/domains/privacy/erased-files.ts';
import { cleanUpWhereAllowed, removeExpired } from '#api/domains/retention/clean-up.ts';
import { createPartitionsAhead, openMonthsOfUse } from '#api/domains/usage/months.ts';
import { addUpPageViews } from '#api/domains/usage/rollup-updates.ts';
import { mailWebhookOff, sendToWebhook, tellWebhooks } from '#api/domains/webhooks/jobs.ts';
import { sendWebhookOff } from '#api/domains/webhooks/mail-off.ts';
import { sendDue } from '#api/domains/webhooks/send.ts';
import { tellChanges } from '#api/domains/webhooks/tell.ts';
import { backUp, backUpInTheNight } from '#api/app/backup/night.ts';

/** The handler of each job; a new job adds a line here. */
export const jobHandlers = (services: Services): readonly JobHandler[] => [
  handleJob(addUpPageViews, () => services.rollups.now()),
  handleJob(backUp, () => backUpInTheNight(services)),
  handleJob(bringRoster, (payload, run) => bringPackage(services, payload, run)),
  handleJob(checkLinks, (_payload, { signal }) => checkAllLinks(services, signal)),
  handleJob(endLostUploads, () => endUploadsWithoutJob(services)),
  handleJob(exportReport, (payload, run) => writeExport(services, payload, run)),
  handleJob(forgetBoardSessions, () => forgetEndedSessions(services)),
  handleJob(forgetExpired, () => forgetExpiredAccess(services)),
  handleJob(forgetExports, () => forgetOldExports(services)),
  handleJob(forgetFailed, () => forgetFailedJobs(services)),
  handleJob(forgetImports, () => forgetOldImports(services)),
  handleJob(forgetRosters, () => forgetOldRosters(services)),
  handleJob(importUsers, (payload, run) => invitePeople(services, payload, run)),
  handleJob(makeAlbum, (payload, run) => writeAlbum(services, payload, run)),
  handleJob(mailAccountLink, (payload) => sendAccountLink(services, payload)),
  handleJob(mailBrokenLinks, (payload) => sendBrokenLinks(services, payload)),
  handleJob(mailNewDevice, (payload) => sendNewDeviceNotice(services, payload)),
  handleJob(mailNotice, (payload) => sendNotice(services, payload)),
  handleJob(mailWebhookOff, (payload) => sendWebhookOff(services, payload)),
  handleJob(moveClassCodes, () => moveCodesOfEndedClasses(services)),
  handleJob(openMonthsOfUse, () => createPartitionsAhead(services)),
  handleJob(prepareMedia, (payload, run) => prepareUpload(services, payload, run)),
  handleJob(removeErased, (payload) => removeErasedFiles(services, payload)),
  handleJob(removeExpired, (_payload, { signal }) => cleanUpWhereAllowed(services, signal)),
  handleJob(requestLink, (payload) => sendRequestedLink(services, payload)),
  handleJob(sendToWebhook, (payload, run) => sendDue(services, payload, run)),
  handleJob(sweepMedia, () => sweepStore(services)),
  handleJob(tellWebhooks, () => tellChanges(services)),
];

/** Runs a scheduled job now, outside the queue. */
export async function doNow(services: Services, { name }: ClockJob, signal: AbortSignal): Promise<void> {
  const handler = jobHandlers(services).find((one) => one.name === name);
  if (!handler) throw new Error(`The job ${name} has no handler`);
  await handler.run({}, { attempt: 1, lastAttempt: true, signal });
}

/** Works on all jobs in this process until closed. */
export const startJobs = (services: Services): JobRunner =>
  startJobRunner({ ...services, handlers: jobHandlers(services), crontab: crontab(services.settings.timeZone) });
