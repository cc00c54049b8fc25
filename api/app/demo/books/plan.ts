import type { ContentType } from '#schema/rest/enumerations.ts';
import type { CoverId, PageId } from '../pictures/catalogue.ts';
import type { SoundId } from '../sounds/synthesise.ts';

export interface ContentPlan {
  readonly type: ContentType;
  readonly pageNumber: number;
  readonly name: string;
  readonly description?: string;
  /** The drawn page it belongs to. */
  readonly page?: PageId;
  readonly youtubeLink?: string;
  readonly wordwallLink?: string;
  /** The model to listen to. */
  readonly sound?: SoundId;
  readonly draft?: true;
}

export interface LessonPlan {
  readonly title: string;
  readonly name: string;
  readonly description: string;
  readonly languageFocus: string;
  readonly phonics: string;
  readonly contents: readonly ContentPlan[];
  readonly draft?: true;
}

export interface BookPlan {
  /** The key by which the plans of classes refer to the book. */
  readonly key: string;
  readonly name: string;
  readonly shortCode: CoverId;
  readonly description: string;
  readonly lessons: readonly LessonPlan[];
  readonly draft?: true;
}
