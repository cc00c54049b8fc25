import { register } from 'tsx/esm/api';

register();
const { writeSettingsTable } = await import('./settings-table.ts');
await writeSettingsTable(process.cwd());
