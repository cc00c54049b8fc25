import { Router } from 'express';
import type { RequestHandler } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { ContextParts } from '#gateway/context.ts';
import type { Settings } from '#gateway/settings.ts';
import { examplesPage } from './examples-page.ts';
import { explorerPage } from './page.ts';
import { sdlRoute } from './sdl.ts';

interface ExplorerOptions {
  readonly settings: Settings;
  readonly schema: GraphQLSchema;
  readonly parts: ContextParts;
  /** Serves the web app's files, the explorer's among them. */
  readonly web: RequestHandler;
}

/** The pages for integrators: the explorer, the worked examples and the SDL. */
export function explorerRoutes({ settings, schema, parts, web }: ExplorerOptions): Router {
  return Router().use(
    explorerPage({ web, settings }),
    examplesPage(settings.root),
    sdlRoute({ schema, parts, open: settings.freeOperations === 'everyone' }),
  );
}
