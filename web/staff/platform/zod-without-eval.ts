import { config } from 'zod';

// zod would compile its rules, which our Content-Security-Policy forbids and reports. zod reads this setting when a
// rule is created, so a file that creates rules imports this file first.
config({ jitless: true });
