import type { RequestListener } from 'node:http';
import express from 'express';
import { activityRoutes } from './activity/routes.ts';
import { addressRoutes } from './address/routes.ts';
import { createKeyGate } from './api-keys/key-gate.ts';
import { apiKeyRoutes } from './api-keys/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { createAuthenticate } from './auth/authenticate.ts';
import { createReadClaims } from './auth/read-claims.ts';
import { authRoutes } from './auth/routes.ts';
import { classProfileRoutes } from './class-profiles/routes.ts';
import { classRoutes } from './classes/routes.ts';
import { communityRoutes } from './community/routes.ts';
import { contentRoutes } from './contents/routes.ts';
import { docsRouter } from './docs/routes.ts';
import { createDownloads, downloadRouter } from './downloads/downloads.ts';
import { type Life, partingAnswers } from './http/drain.ts';
import { problemAnswers, unknownPath } from './http/errors.ts';
import { healthRoutes } from './http/health.ts';
import type { Metrics } from './http/metrics.ts';
import { requestId } from './http/request-id.ts';
import { createAnswerLog, requestLog } from './http/request-log.ts';
import { createRouter } from './http/router.ts';
import { securityHeaders } from './http/security-headers.ts';
import { lessonRoutes } from './lessons/routes.ts';
import { mediaRouter } from './media/routes.ts';
import { arrivalsOf } from './media/scratch.ts';
import { moderationRoutes } from './moderation/routes.ts';
import { privacyRoutes } from './privacy/routes.ts';
import { pushAndListenRoutes } from './push-and-listen/routes.ts';
import { qrPictureRouter } from './qr-codes/picture-routes.ts';
import { qrRoutes } from './qr-codes/routes.ts';
import { reportExportRoutes } from './report-exports/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import type { Services } from './services.ts';
import { setupRoutes } from './setup/routes.ts';
import { siteRoutes } from './site/routes.ts';
import { studentRoutes } from './students/routes.ts';
import { systemRoutes } from './system/routes.ts';
import { textBookRoutes } from './textbooks/routes.ts';
import { trashRoutes } from './trash/routes.ts';
import { uploadRoutes } from './uploads/routes.ts';
import { pageViewListener } from './usage/page-view-listener.ts';
import { createRecorder } from './usage/record.ts';
import { usageRoutes } from './usage/routes.ts';
import { userFileRoutes } from './user-imports/routes.ts';
import { userRoutes } from './users/routes.ts';

/** The /api service, without a port of its own. `ready` is false while it drains. */
export function createApiApp(services: Services, life: Readonly<Life>, metrics?: Metrics): RequestListener {
  const log = createAnswerLog(services.logger, metrics);
  const record = createRecorder(services);
  const readClaims = createReadClaims(services.secrets);
  const app = express();
  app.disable('x-powered-by');
  // Answers are not to be kept, so a tag for asking again would be work for nothing; files set their own.
  app.disable('etag');
  app.use(requestId, requestLog(log), partingAnswers(life), securityHeaders);
  app.use(healthRoutes(services, life));
  app.use('/api', express.json({ limit: '1mb' }), express.urlencoded({ limit: '100kb', extended: false }));
  app.use('/api', docsRouter());
  app.use('/api', mediaRouter(services));
  app.use('/api', qrPictureRouter(services));
  app.use('/api', downloadRouter(services));
  app.use(
    '/api',
    createRouter([...allRoutes(services), ...usageRoutes(record)], {
      authenticate: createAuthenticate(services, readClaims),
      keyGate: createKeyGate(services),
      downloads: createDownloads(services),
      arrivals: arrivalsOf(services.settings),
      disk: services.disk,
    }),
  );
  app.use(unknownPath);
  app.use(problemAnswers(services.logger));
  return pageViewListener({ ...services, readClaims, record, life, log, app });
}

function allRoutes(services: Services) {
  return [
    ...authRoutes(services),
    ...activityRoutes(services),
    ...addressRoutes(),
    ...apiKeyRoutes(services),
    ...auditRoutes(services),
    ...classProfileRoutes(services),
    ...classRoutes(services),
    ...communityRoutes(services),
    ...contentRoutes(services),
    ...moderationRoutes(services),
    ...lessonRoutes(services),
    ...privacyRoutes(services),
    ...pushAndListenRoutes(services),
    ...qrRoutes(services),
    ...reportRoutes(services),
    ...reportExportRoutes(services),
    ...setupRoutes(services),
    ...siteRoutes(services),
    ...studentRoutes(services),
    ...systemRoutes(services),
    ...textBookRoutes(services),
    ...trashRoutes(services),
    ...uploadRoutes(services),
    ...userRoutes(services),
    ...userFileRoutes(services),
  ];
}
