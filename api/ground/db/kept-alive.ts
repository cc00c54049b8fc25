/**
 * Options of a connection to PostgreSQL that may be silent for minutes: firewalls forget it then, and the system's own
 * first sign of life comes after two hours.
 */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 60_000 } as const;
