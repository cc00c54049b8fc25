export interface SentFile {
  readonly content: Buffer;
  readonly fileName?: string;
}

export interface SentUpload {
  readonly query?: string;
  /** What names an operation of the web app in the place of its text. */
  readonly extensions?: object;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** By the path below `variables`, in the order in which they are sent. */
  readonly files: Readonly<Record<string, SentFile>>;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The form that GraphQL's multipart request specification asks for. */
export function uploadForm({ query, extensions, variables = {}, files }: SentUpload): FormData {
  const nulls = Object.fromEntries(Object.keys(files).map((path) => [path, null]));
  const form = new FormData();
  form.set('operations', JSON.stringify({ query, extensions, variables: { ...variables, ...nulls } }));
  const paths = Object.keys(files).map((path, index) => [String(index), [`variables.${path}`]]);
  form.set('map', JSON.stringify(Object.fromEntries(paths)));
  for (const [index, { content, fileName = 'a.png' }] of Object.values(files).entries())
    form.set(String(index), new Blob([Uint8Array.from(content)]), fileName);
  return form;
}

export interface UploadAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { readonly extensions: Readonly<Record<string, unknown>> }[];
}

/** Sends an upload to a gateway and reads its answer. */
export async function sendUpload(url: string, upload: SentUpload): Promise<UploadAnswer> {
  const { status, headers, body } = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'apollo-require-preflight': 'true',
      ...(upload.token !== undefined && { authorization: `Bearer ${upload.token}` }),
      ...upload.headers,
    },
    body: uploadForm(upload),
  }).then(async (answer) => ({ status: answer.status, headers: answer.headers, body: await answer.text() }));
  return { status, headers, ...(JSON.parse(body) as Omit<UploadAnswer, 'status' | 'headers'>) };
}

export const uploadPicture =
  'mutation ($file: Upload!) { uploadPageImage(file: $file) { id url fileName width height } }';
export const uploadCover =
  'mutation ($file: Upload!) { uploadTextBookThumbnail(file: $file) { id url fileName width height } }';
export const uploadSound =
  'mutation ($file: Upload!) { uploadPushAndListenAudio(file: $file) { id url fileName durationMs } }';
export const uploadImageWork =
  'mutation ($input: UploadCommunityImageInput!, $image: Upload!, $thumbnail: Upload) { uploadCommunityImage(input: $input, image: $image, thumbnail: $thumbnail) { requestId } }';
export const uploadVideoWork =
  'mutation ($input: UploadCommunityVideoInput!, $video: Upload!, $thumbnail: Upload) { uploadCommunityVideo(input: $input, video: $video, thumbnail: $thumbnail) { requestId } }';
export const uploadVoiceWork =
  'mutation ($input: UploadCommunityRecordInput!, $file: Upload!) { uploadCommunityRecord(input: $input, file: $file) { requestId } }';
