import { start } from './shared/start.tsx';
import { routes } from './staff/routes.tsx';

void start(routes);
