import '#tests/support/dom.ts';
import { createRoot, type Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider, useSearchParams } from 'react-router-dom';
import { afterEach, describe, expect, test } from 'vitest';
import { ownWords } from '#tests/support/own-words.ts';
import { SearchBox } from '#web/staff/ui/lists/search-box.tsx';

ownWords({});

let root: Root | undefined;
afterEach(() => {
  root?.unmount();
  document.body.replaceChildren();
});

function List() {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  return (
    <>
      <SearchBox label="Search" search={search} onSearch={(text) => setParams({ search: text })} />
      <output>{search}</output>
    </>
  );
}

/** The search that the list shows: React renders a new address a little after the router has it. */
const shownSearch = (place: HTMLElement) => place.querySelector('output')?.textContent;

/** A list, and a page that is long in coming. */
function open() {
  let arrive = (_: object) => undefined as void;
  const lazy = () => new Promise<object>((resolve) => (arrive = resolve));
  const router = createMemoryRouter(
    [
      { path: '/list', element: <List /> },
      { path: '/other', lazy },
    ],
    { initialEntries: ['/list'] },
  );
  const place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  root.render(<RouterProvider router={router} />);
  return { router, arrive: () => arrive({ element: <p>Other</p> }), place };
}

/** A list whose searches are long in coming. */
function openSlow() {
  let answer = (_: null) => undefined as void;
  const loader = ({ request }: { readonly request: Request }) =>
    new URL(request.url).search === '' ? null : new Promise<null>((resolve) => (answer = resolve));
  const router = createMemoryRouter([{ path: '/list', element: <List />, loader }], { initialEntries: ['/list'] });
  const place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  root.render(<RouterProvider router={router} />);
  return { router, answer: () => answer(null), place };
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function type(place: HTMLElement, text: string): Promise<void> {
  while (place.querySelector('input') === null) await wait(1);
  const input = place.querySelector('input');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input?.dispatchEvent(new Event('input', { bubbles: true }));
}

describe('the search box of a list', () => {
  test('searches a little after the last key', async () => {
    const { router, place } = open();
    await type(place, ' ueda ');
    await expect.poll(() => router.state.location.search).toBe('?search=ueda');
  });

  test('loses no key while a search is on its way', async () => {
    const { router, place, answer } = openSlow();
    await type(place, 'u');
    await expect.poll(() => router.state.navigation.state).toBe('loading');
    await wait(0);
    expect(place.querySelector('input')?.value).toBe('u');
    await type(place, 'ue');
    answer();
    await expect.poll(() => shownSearch(place)).toBe('u');
    expect(place.querySelector('input')?.value).toBe('ue');
    await expect.poll(() => router.state.navigation.state).toBe('loading');
    answer();
    await expect.poll(() => shownSearch(place)).toBe('ue');
    void router.navigate(-1);
    await expect.poll(() => router.state.navigation.state).toBe('loading');
    answer();
    await expect.poll(() => place.querySelector('input')?.value).toBe('u');
  });

  test('searches at once when somebody goes on to something else', async () => {
    const { router, place } = open();
    await type(place, 'ueda');
    await wait(50);
    place.querySelector('input')?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    await wait(0);
    expect(router.state.location.search).toBe('?search=ueda');
  });

  test('does not call back who has gone on to another page, however long that takes to come', async () => {
    const { router, place, arrive } = open();
    await type(place, 'ueda');
    void router.navigate('/other');
    await wait(900);
    expect(router.state.navigation.location?.pathname).toBe('/other');
    arrive();
    await expect.poll(() => place.textContent).toBe('Other');
    expect(router.state.location.search).toBe('');
  });
});
