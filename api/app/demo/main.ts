import { confirm } from '#api/app/setup/answers.ts';
import { writeSettings } from '#api/app/setup/write-settings.ts';
import { environment } from '#api/ground/settings/settings-file.ts';
import { withServices } from '#api/app/with-services.ts';
import { leaveDemo, LeavingRefused } from './leave.ts';

/** `npm run leave-demo`: removes the demo school with everything made in it. */
async function run(): Promise<void> {
  const sure =
    process.argv.includes('--yes') ||
    (process.stdin.isTTY && (await confirm('Remove the demo school and everything in it?')));
  if (!sure)
    throw new LeavingRefused('Nothing was removed. To remove it without a question: npm run leave-demo -- --yes');
  const { files } = await withServices(leaveDemo);
  // Else the next start would make it anew.
  const file = await writeSettings(environment(), { DEMO_DATA: 'off' });
  console.log(
    `The demo school and its ${files} files were removed. DEMO_DATA=off was saved in ${file}. Next: npm run setup`,
  );
}

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
