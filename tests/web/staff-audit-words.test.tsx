import '#tests/support/dom.ts';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ChildGuard } from '#schema/rest/enumerations.ts';
import { recordChange } from '#api/domains/audit/record.ts';
import { newId } from '#api/ground/db/ids.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { signIn } from '#tests/support/people.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import words from '../../locales/en/audit.json' with { type: 'json' };

const world = keptWorld();

test('the audit log says a choice by the form’s word, not by its number', async () => {
  const { userId } = await signIn(world, 'Administrator');
  const author = { userId, requestId: newId() };
  await recordChange(world.services.db, author, {
    ...{ action: 'update', entity: 'classes', entityId: newId() },
    before: { childGuard: ChildGuard.PICTURES },
    after: { childGuard: ChildGuard.CARD },
  });
  const { screen } = await renderRoute({ world, path: '/audit', role: 'Administrator' });
  const row = await screen.findByText(/Their three animals → Their own card/);
  await waitFor(() => expect(row.textContent).not.toMatch(/\d → \d/));
});

// `tests/api/audit-writes.test.ts` sees to it that whatever the API records has a word.
test('the filter by type offers every type that has a word', async () => {
  const { screen } = await renderRoute({ world, path: '/audit', role: 'Administrator' });
  const filter = await screen.findByLabelText('Filter by type');
  const offered = () =>
    within(filter)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  const known = Object.entries(words).flatMap(([key, word]) => (key.startsWith('entity-') ? [word] : []));
  // Schools are offered once it is known that there are several.
  await waitFor(() => expect(offered().toSorted()).toEqual(['All types', ...known].toSorted()));
});
