import { html, type Markup, prose } from './html.ts';
import { openapiDocument } from './openapi.ts';
import { operationArticle, type Shown } from './page-operation.ts';
import { problemResponses } from './responses.ts';

let cached: string | undefined;

/** The documentation of /api as an HTML page, made once from the OpenAPI document. */
export const docsPage = (): string => (cached ??= `<!doctype html>\n${page().text}`);

function page(): Markup {
  const { info, tags, paths } = openapiDocument();
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Shown => ({ method: method.toUpperCase(), path, operation })),
  );
  const groups = tags.map((tag) => ({ ...tag, shown: all.filter(({ operation }) => operation.tags[0] === tag.name) }));
  return html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${info.title}</title>
      <link rel="stylesheet" href="/api/docs.css" />
    </head>
    <body>
      <a class="skip" href="#main">Skip to the text</a>
      <nav aria-label="Operations">
        <p>
          <a href="#main"><strong>${info.title}</strong></a>
        </p>
        <ul>
          ${groups.map(
            ({ name, shown }) =>
              html`<li>
                <a href="#tag-${name}">${name}</a>
                <ul>
                  ${shown.map(
                    ({ method, path, operation }) =>
                      html`<li>
                        <a href="#${operation.operationId}"
                          ><span class="method ${method.toLowerCase()}">${method}</span> ${path}</a
                        >
                      </li>`,
                  )}
                </ul>
              </li> `,
          )}
        </ul>
      </nav>
      <main id="main">
        <h1>${info.title}</h1>
        ${info.description.split('\n\n').map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
        <p>${all.length} operations. For machines: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
        ${beginning()}
        ${groups.map(
          ({ name, description, shown }) =>
            html`<section aria-labelledby="tag-${name}">
              <h2 id="tag-${name}">${name}</h2>
              <p>${description}</p>
              ${shown.map(operationArticle)}
            </section> `,
        )}
        ${problems()}
      </main>
    </body>
  </html> `;
}

// The section about a first call.
const beginning = (): Markup =>
  html`<section aria-labelledby="start">
    <h2 id="start">To begin</h2>
    <p>
      The examples take the service's address and a token from the shell. Staff sign in, children's devices get theirs
      from <a href="#createStudent">POST /Student</a>; where no token is needed, none is sent.
    </p>
    <pre tabindex="0" role="region" aria-label="Signing in"><code>API=http://127.0.0.1:4001/api
curl "$API/Auth/login" -H "Content-Type: application/json" -d '{"email":"…","password":"…"}'
TOKEN=…   # the accessToken of the answer; it lives 10 minutes, then POST /Auth/refresh-token</code></pre>
  </section>`;

const problems = (): Markup =>
  html`<section aria-labelledby="problems">
    <h2 id="problems">Problems</h2>
    <p>
      Each is <code>application/problem+json</code>. <code>traceId</code> is what the service's log calls the request.
    </p>
    ${Object.entries(problemResponses).map(
      ([name, { description, content }]) =>
        html`<h3>${name.replace('Problem', '')} ${description}</h3>
          <pre
            tabindex="0"
            role="region"
            aria-label="${name}"
          ><code>${JSON.stringify(content?.['application/problem+json']?.example, null, 2)}</code></pre>`,
    )}
  </section>`;
