import { start } from './shared/start.tsx';
import { routes } from './student/routes.tsx';

void start(routes);
