import express from 'express';
import helmet from 'helmet';
import { createAuthenticate } from './accounts/authenticate.ts';
import { accountRoutes } from './accounts/routes.ts';
import { addressRoutes } from './address/routes.ts';
import { classRoutes } from './classes/routes.ts';
import { communityRoutes } from './community/routes.ts';
import { type Life, partingAnswers } from './http/drain.ts';
import { healthRoutes } from './http/health.ts';
import { openapiDocument } from './http/openapi.ts';
import { problemAnswers, unknownPath } from './http/errors.ts';
import { requestId } from './http/request-id.ts';
import { requestLog } from './http/request-log.ts';
import { createRouter } from './http/router.ts';
import { lessonRoutes } from './lessons/routes.ts';
import { mediaRouter } from './media/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import type { Services } from './services.ts';
import { siteRoutes } from './site/routes.ts';
import { studentRoutes } from './students/routes.ts';
import { textBookRoutes } from './textbooks/routes.ts';
import { userRoutes } from './users/routes.ts';

/** The /api service as an Express app, without a port of its own. `ready` is false while it drains. */
export function createApiApp(services: Services, life: Readonly<Life>): express.Express {
  const app = express();
  app.disable('x-powered-by');
  // Answers are not to be kept, so a tag for asking again would be work for nothing; files set their own.
  app.disable('etag');
  // The gateway is the one hop in front; it says whose request it carries.
  app.set('trust proxy', 'loopback, linklocal, uniquelocal');
  app.use(requestId, requestLog(services.logger), partingAnswers(life), helmet());
  app.use(healthRoutes(services, life));
  app.use('/api', express.json({ limit: '1mb' }));
  app.get('/api/openapi.json', (_request, response) => void response.json(openapiDocument()));
  app.use('/api', mediaRouter(services));
  app.use('/api', createRouter(allRoutes(services), createAuthenticate(services)));
  app.use(unknownPath);
  app.use(problemAnswers(services.logger));
  return app;
}

function allRoutes(services: Services) {
  return [
    ...accountRoutes(services),
    ...addressRoutes(),
    ...classRoutes(services),
    ...communityRoutes(services),
    ...lessonRoutes(services),
    ...reportRoutes(services),
    ...siteRoutes(services),
    ...studentRoutes(services),
    ...textBookRoutes(services),
    ...userRoutes(services),
  ];
}
