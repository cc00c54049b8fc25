import type { RequestListener } from 'node:http';
import express from 'express';
import { activityRoutes } from '#api/domains/activity/routes.ts';
import { addressRoutes } from '#api/domains/address/routes.ts';
import { createKeyGate } from '#api/domains/api-keys/limits.ts';
import { albumRoutes } from '#api/domains/albums/routes.ts';
import { apiKeyRoutes } from '#api/domains/api-keys/routes.ts';
import { auditRoutes } from '#api/domains/audit/routes.ts';
import { createAuthenticate } from '#api/domains/auth/authenticate.ts';
import { createHolderCheck } from '#api/domains/auth/link-holders.ts';
import { createReadClaims } from '#api/domains/auth/tokens.ts';
import { authRoutes } from '#api/domains/auth/routes.ts';
import { secondFactorRoutes } from '#api/domains/second-factor/routes.ts';
import { classAdmissionRoutes } from '#api/domains/class-admission/routes.ts';
import { boardSessionRoutes } from '#api/domains/board-sessions/routes.ts';
import { classProfileRoutes } from '#api/domains/class-profiles/routes.ts';
import { classRoutes } from '#api/domains/classes/routes.ts';
import { communityRoutes } from '#api/domains/community/routes.ts';
import { contentRoutes } from '#api/domains/contents/routes.ts';
import { editionRoutes } from '#api/domains/editions/routes.ts';
import { docsRouter } from './docs/routes.ts';
import { downloadMakers } from './download-makers.ts';
import { createAsDeclared } from '#api/ground/http/calls.ts';
import { createDevices } from '#api/ground/http/devices.ts';
import { createDownloads, downloadRouter } from '#api/ground/http/downloads.ts';
import { type Life, closingAnswers } from '#api/ground/http/drain.ts';
import { problemAnswers, unknownPath } from '#api/ground/http/errors.ts';
import { healthRoutes } from '#api/ground/http/health.ts';
import { ourHost } from '#api/ground/http/our-host.ts';
import type { Metrics } from './metrics.ts';
import { plainReads } from '#api/ground/http/plain-reads.ts';
import { requestId } from '#api/ground/http/request-id.ts';
import { createAnswerLog, requestLog } from '#api/ground/http/request-log.ts';
import { createRouter } from '#api/ground/http/router.ts';
import { securityHeaders } from '#api/ground/http/security-headers.ts';
import { linkHealthRoutes } from '#api/domains/link-health/routes.ts';
import { lessonRoutes } from '#api/domains/lessons/routes.ts';
import { mediaRouter } from '#api/domains/media/routes.ts';
import { arrivalsOf } from '#api/ground/media/scratch.ts';
import { moderationRoutes } from '#api/domains/moderation/routes.ts';
import { printedCodeRoutes } from '#api/domains/printed-codes/routes.ts';
import { passkeyRoutes } from '#api/domains/passkeys/routes.ts';
import { privacyRoutes } from '#api/domains/privacy/routes.ts';
import { progressRoutes } from '#api/domains/progress/routes.ts';
import { pushAndListenRoutes } from '#api/domains/push-and-listen/routes.ts';
import { qrPictureRouter } from '#api/domains/qr-codes/picture-routes.ts';
import { qrRoutes } from '#api/domains/qr-codes/routes.ts';
import { replyRoutes } from '#api/domains/replies/routes.ts';
import { reportExportRoutes } from '#api/domains/report-exports/routes.ts';
import { reportRoutes } from '#api/domains/reports/routes.ts';
import { viewerOf } from '#api/domains/schools/wall.ts';
import { schoolYearTurnRoutes } from '#api/domains/school-year-turns/routes.ts';
import { schoolRoutes } from '#api/domains/schools/routes.ts';
import type { Services } from './services.ts';
import { setupRoutes } from './setup/routes.ts';
import { siteRoutes } from '#api/domains/site/routes.ts';
import { signInProviderRoutes } from '#api/domains/sign-in-providers/routes.ts';
import { studentRoutes } from '#api/domains/students/routes.ts';
import { systemRoutes } from './system/routes.ts';
import { textBookRoutes } from '#api/domains/textbooks/routes.ts';
import { trashRoutes } from '#api/domains/trash/routes.ts';
import { uploadRoutes } from '#api/domains/uploads/routes.ts';
import { pageViewListener } from '#api/domains/usage/page-view-listener.ts';
import { createRecorder } from '#api/domains/usage/record.ts';
import { usageRoutes } from '#api/domains/usage/routes.ts';
import { rosterExportRoutes } from '#api/domains/roster-exports/routes.ts';
import { rosterImportRoutes } from '#api/domains/roster-imports/routes.ts';
import { userFileRoutes } from '#api/domains/user-imports/routes.ts';
import { userRoutes } from '#api/domains/users/routes.ts';
import { viewerRoutes } from '#api/domains/viewer/routes.ts';
import { webhookRoutes } from '#api/domains/webhooks/routes.ts';

/** The /api service without a port. `life` says whether it drains. */
export function createApiApp(services: Services, life: Readonly<Life>, metrics?: Metrics): RequestListener {
  const log = createAnswerLog(services.logger, metrics);
  const record = createRecorder(services);
  const readClaims = createReadClaims(services.secrets);
  const routes = [...allRoutes(services), ...usageRoutes(record)];
  const callChecks = {
    authenticate: createAuthenticate(services, readClaims),
    keyGate: createKeyGate(services),
    viewerOf,
    nameDevice: createDevices(services),
    asDeclared: createAsDeclared(services.settings),
  };
  const makers = downloadMakers(services);
  const downloads = createDownloads(services, makers);
  const app = express();
  app.disable('x-powered-by');
  // Answers are not cached, so they need no ETag; files set their own.
  app.disable('etag');
  app.use(requestId, requestLog(log), closingAnswers(life), securityHeaders);
  app.use(healthRoutes(services, life));
  app.use('/api', express.json({ limit: '1mb' }), express.urlencoded({ limit: '100kb', extended: false }));
  app.use('/api', docsRouter());
  app.use('/api', mediaRouter(services));
  app.use('/api', qrPictureRouter(services));
  app.use('/api', downloadRouter(services, { makers, downloads, isHolderLive: createHolderCheck(services) }));
  app.use(
    '/api',
    createRouter(routes, {
      ...callChecks,
      downloads,
      arrivals: arrivalsOf(services.settings),
      disk: services.disk,
    }),
  );
  app.use(unknownPath);
  app.use(problemAnswers(services.logger));
  const reads = plainReads(routes, { ...services, ...callChecks, life, log, app });
  return ourHost(services.settings, pageViewListener({ ...services, readClaims, record, life, log, app: reads }));
}

function allRoutes(services: Services) {
  return [
    ...authRoutes(services),
    ...secondFactorRoutes(services),
    ...activityRoutes(services),
    ...addressRoutes(),
    ...albumRoutes(services),
    ...apiKeyRoutes(services),
    ...auditRoutes(services),
    ...classAdmissionRoutes(services),
    ...boardSessionRoutes(services),
    ...classProfileRoutes(services),
    ...classRoutes(services),
    ...communityRoutes(services),
    // Before the contents by id.
    ...linkHealthRoutes(services),
    ...contentRoutes(services),
    ...editionRoutes(services),
    ...moderationRoutes(services),
    ...replyRoutes(services),
    ...lessonRoutes(services),
    ...printedCodeRoutes(services),
    ...passkeyRoutes(services),
    ...signInProviderRoutes(services),
    ...privacyRoutes(services),
    ...progressRoutes(services),
    ...pushAndListenRoutes(services),
    ...qrRoutes(services),
    ...reportRoutes(services),
    ...reportExportRoutes(services),
    ...schoolYearTurnRoutes(services),
    ...schoolRoutes(services),
    ...setupRoutes(services),
    ...siteRoutes(services),
    ...studentRoutes(services),
    ...systemRoutes(services),
    ...textBookRoutes(services),
    ...trashRoutes(services),
    ...uploadRoutes(services),
    ...userRoutes(services),
    ...userFileRoutes(services),
    ...rosterExportRoutes(services),
    ...rosterImportRoutes(services),
    ...viewerRoutes(services),
    ...webhookRoutes(services),
  ];
}
