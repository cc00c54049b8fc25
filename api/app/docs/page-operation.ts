import { html, type Markup, prose } from './html.ts';
import type { OperationObject } from './operation-object.ts';
import { fieldRows, fieldTable, parameterRows } from './page-fields.ts';
import { curlOf } from './page-request.ts';
import { problemResponses } from './responses.ts';

export interface Shown {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
}

/** The description of one operation for integrators. */
export function operationArticle({ method, path, operation }: Shown): Markup {
  const { operationId, description, parameters } = operation;
  const [words = '', access = ''] = description.split('\n\nAccess: ');
  return html`<article id="${operationId}">
    <h3>
      <a href="#${operationId}"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></a>
    </h3>
    <p>${prose(words)}</p>
    <p class="access">
      <strong>Who:</strong> ${access} <span class="name"><strong>Name:</strong> <code>${operationId}</code></span>
    </p>
    ${fieldTable({ of: operationId, caption: 'Parameters' }, parameterRows(parameters))} ${requestFields(operation)}
    <h4>Example</h4>
    ${block(`${operationId}: request`, curlOf({ method, path, operation }))} ${answers(operation)}
  </article> `;
}

function requestFields({ operationId, requestBody }: OperationObject): Markup | undefined {
  const [first] = Object.values(requestBody?.content ?? {});
  if (!first) return undefined;
  const types = Object.keys(requestBody?.content ?? {}).join(', ');
  return html`${fieldTable({ of: operationId, caption: `Body: ${types}` }, fieldRows(first.schema, ''))}`;
}

function answers({ operationId, responses }: OperationObject): Markup {
  const entries = Object.entries(responses);
  const [[status, success] = ['200', undefined]] = entries.filter(([code]) => code.startsWith('2'));
  const content = success && 'content' in success ? success.content : undefined;
  const json = content?.['application/json'];
  const description = success && 'description' in success ? success.description : '';
  const failures = entries.filter(([code]) => !code.startsWith('2')).map(([code]) => code);
  return html`<h4>Answer ${status}</h4>
    <p>${description}${content && html` <code>${Object.keys(content).join(', ')}</code>`}</p>
    ${json && block(`${operationId}: answer`, JSON.stringify(json.example, null, 2))}
    ${json && fields(fieldTable({ of: operationId, caption: 'Answer' }, fieldRows(json.schema, '')))}
    <h4>Problems</h4>
    <ul class="problems">
      ${failures.map(
        (code) =>
          html`<li>
            <a href="#problems"><strong>${code}</strong> ${problemResponses[`Problem${code}`]?.description}</a>
          </li>`,
      )}
    </ul>`;
}

// Collapsed, since it is long and rarely needed beside the example.
const fields = (table: Markup | undefined): Markup | undefined =>
  table &&
  html`<details>
    <summary>Fields of the answer</summary>
    ${table}
  </details>`;

const block = (label: string, text: string): Markup =>
  html`<pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>`;
