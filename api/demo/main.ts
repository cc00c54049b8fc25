import { confirm } from '#api/setup/answers.ts';
import { writeSettings } from '#api/setup/write-settings.ts';
import { environment } from '#api/settings-file.ts';
import { withServices } from '#api/with-services.ts';
import { leaveDemo, LeavingRefused } from './leave.ts';

/** `npm run leave-demo`: removes the demo school with everything made in it. */
async function run(): Promise<void> {
  const sure =
    process.argv.includes('--yes') ||
    (process.stdin.isTTY && (await confirm('Remove the demo school with everything made in it?')));
  if (!sure)
    throw new LeavingRefused('Nothing was removed. To remove it without being asked: npm run leave-demo -- --yes');
  const { files } = await withServices(leaveDemo);
  // Else the next start would make it anew.
  const file = await writeSettings(environment(), { DEMO_DATA: 'off' });
  console.log(`The demo school is gone, with ${files} files. DEMO_DATA=off is in ${file}. Next: npm run setup`);
}

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
