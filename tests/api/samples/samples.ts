import { apiKeySamples } from './api-keys.ts';
import { authSamples } from './auth.ts';
import { classProfileSamples } from './class-profiles.ts';
import { classSamples } from './classes.ts';
import { communitySamples } from './community.ts';
import { moderationSamples } from './moderation.ts';
import { privacySamples } from './privacy.ts';
import { reportSamples } from './reports.ts';
import { bare, type Samples } from './sample.ts';
import { studentSamples } from './students.ts';
import { teachingSamples } from './teaching.ts';
import { textBookSamples } from './textbooks.ts';
import { uploadSamples } from './uploads.ts';
import { trashSamples } from './trash.ts';
import { userSamples } from './users.ts';

/** A right call of every operation of the contract; a new domain is a line here. */
export const samples: Samples = {
  ...apiKeySamples,
  ...authSamples,
  ...classProfileSamples,
  ...classSamples,
  ...communitySamples,
  ...moderationSamples,
  ...privacySamples,
  ...reportSamples,
  ...studentSamples,
  ...teachingSamples,
  ...textBookSamples,
  ...uploadSamples,
  ...trashSamples,
  ...userSamples,
  settings: bare,
  systemChecks: bare,
  visitorAddress: bare,
};
