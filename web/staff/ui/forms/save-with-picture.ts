import type { Upload } from '#web/staff/platform/uploads/use-upload.ts';
import type { SubmitOutcome } from './form-problems.ts';

interface Saving<Values, Data> {
  readonly values: Values;
  /** The field that holds the picture's id. */
  readonly field: keyof Values & string;
  readonly upload: Upload<Data>;
  readonly idOf: (data: Data) => string;
  readonly save: (values: Values) => Promise<SubmitOutcome>;
}

/** Saves a form after waiting for its picture's upload, so that the picture is not lost. */
export async function saveWithPicture<Values extends object, Data>(
  saving: Saving<Values, Data>,
): Promise<SubmitOutcome> {
  const { values, field, upload, idOf, save } = saving;
  const underWay = upload.settled();
  if (underWay === undefined) return save(values);
  const sent = await underWay;
  if (sent === undefined) return { problems: { [field]: 'messages.pictureNotSent' } };
  return save({ ...values, [field]: idOf(sent) });
}
