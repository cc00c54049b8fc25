import { confirm } from '#api/app/setup/answers.ts';
import { writeSettings } from '#api/app/setup/write-settings.ts';
import { environment } from '#api/ground/settings/settings-file.ts';
import { withServices } from '#api/app/with-services.ts';
import { given } from '#schema/settings/read.ts';
import { leaveDemo, LeavingRefused } from './leave.ts';

/** `npm run leave-demo`: removes the demo school with everything made in it. */
async function run(): Promise<void> {
  const sure =
    process.argv.includes('--yes') ||
    (process.stdin.isTTY && (await confirm('Remove the demo school and everything in it?')));
  if (!sure)
    throw new LeavingRefused('Nothing was removed. To remove it without a question: npm run leave-demo -- --yes');
  const { files } = await withServices(leaveDemo);
  // Without DEMO_DATA=off, the next start would make the demo school again.
  const file = await writeSettings(environment(), { DEMO_DATA: 'off' });
  const next =
    given(environment(), 'DEMO_DATA') === 'on'
      ? 'The environment has DEMO_DATA=on, so the next start makes a new demo. Change it to DEMO_DATA=off there.'
      : `DEMO_DATA=off was saved in ${file}.`;
  console.log(`The demo school and its ${files} files were removed. ${next} Next: npm run setup`);
}

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
