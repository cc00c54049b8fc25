import { config } from 'zod';

// zod would try to compile its rules, which our Content-Security-Policy forbids and reports. It asks as each rule is
// made, so whoever makes rules imports this first.
config({ jitless: true });
