import type { OperationObject } from './operation-object.ts';

interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The operation as a curl command, which uses `$API` and `$TOKEN`. */
export function curlOf({ method, path, operation }: Call): string {
  const { parameters, requestBody, security, responses } = operation;
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} "$API${filled(path, parameters)}"`];
  if (security.some((scheme) => Object.keys(scheme).length > 0)) lines.push('-H "Authorization: Bearer $TOKEN"');
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (type === 'application/json' && body) {
    lines.push('-H "Content-Type: application/json"', `-d ${quoted(JSON.stringify(body.example, null, 2))}`);
  } else if (type === 'multipart/form-data' && body) {
    lines.push(
      ...Object.entries(body.example ?? {}).map(([name, value]) => `-F ${quoted(`${name}=${String(value)}`)}`),
    );
    lines.push(...Object.keys(body.encoding ?? {}).map((name) => `-F ${quoted(`${name}=@file`)}`));
  } else if (body) {
    const fields = Object.entries(body.example ?? {});
    lines.push(...fields.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${String(value)}`)}`));
  }
  if (isFile(responses)) lines.push('-OJ');
  return lines.join(' \\\n  ');
}

// Fills in path parameters and required query parameters.
function filled(path: string, parameters: OperationObject['parameters']): string {
  const value = (name: string) => parameters.find((parameter) => parameter.name === name)?.example;
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(value(name))));
  const needed = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const search = new URLSearchParams(needed.map(({ name, example }) => [name, String(example)]));
  return needed.length > 0 ? `${address}?${search.toString()}` : address;
}

const isFile = (responses: OperationObject['responses']): boolean =>
  Object.values(responses).some((answer) => 'content' in answer && Object.keys(answer.content ?? {}).length > 1);
