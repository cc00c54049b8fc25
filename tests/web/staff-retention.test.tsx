import '#tests/support/dom.ts';
import { expect, test } from 'vitest';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';

const world = keptWorld();

test('the retention periods say what is set on the server, and no setting by its name', async () => {
  const { screen } = await renderRoute({ world, path: '/privacy', role: 'Administrator' });
  const table = await screen.findByRole('table', { name: 'Retention periods' });
  expect(table.textContent).toContain('set on the server');
  expect(table.textContent).not.toMatch(/[A-Z]+_[A-Z]+/);
});
