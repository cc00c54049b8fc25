/** The first query in the editor, unless the address contains a query. */
const example = `# Ctrl+Enter (⌘+Enter) sends it; Ctrl+Space completes.
query Classes($page: PageInput) {
  classes(filter: { status: [ACTIVE] }, page: $page, sort: [{ field: CLASS_NAME }]) {
    totalCount
    items {
      id
      className
      startDate
      endDate
      textBook {
        name
      }
    }
  }
}
`;

const exampleVariables = `{
  "page": { "number": 1, "size": 10 }
}
`;

/** The query and variables of the page's address, as GraphQL over HTTP writes them, else an example. */
export function startQuery(search: string): { readonly query: string; readonly variables: string } {
  const given = new URLSearchParams(search);
  const query = given.get('query');
  if (query === null) return { query: example, variables: exampleVariables };
  return { query, variables: given.get('variables') ?? '' };
}
