import '#tests/support/dom.ts';
import { waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { instantInWords, timeInWords } from '#web/shared/i18n/days.ts';
import { loginInfo, setLoginInfo } from '#web/staff/platform/session/login-info.ts';
import { schoolToday } from '#web/staff/platform/settings/settings.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';

const world = keptWorld();

afterEach(() => setLoginInfo(null));

const signedIn = (timeZone?: string) =>
  setLoginInfo({
    ...{ firstName: 'Aya', lastName: 'Mori', role: 'SchoolOwner', accessToken: '', refreshToken: '' },
    ...(timeZone !== undefined && { timeZone }),
  });

describe('days and times are those of the person’s school', () => {
  const instant = '2026-04-01T02:30:00Z';

  test.each([
    ['Asia/Tokyo', '1 Apr 2026, 11:30', '2026年4月1日 11:30', '2026-04-01'],
    ['America/New_York', '31 Mar 2026, 22:30', '2026年3月31日 22:30', '2026-03-31'],
  ])('in %s', (timeZone, english, japanese, today) => {
    signedIn(timeZone);
    expect(instantInWords(instant, 'en')).toBe(english);
    expect(instantInWords(instant, 'jp')).toBe(japanese);
    expect(timeInWords(instant, 'en')).toBe(english.slice(-5));
    expect(schoolToday(new Date(instant))).toBe(today);
  });

  test.each(['', 'Mars/Base', undefined])('and a page stands whose zone is %j', (timeZone) => {
    signedIn(timeZone);
    expect(instantInWords(instant, 'en')).toMatch(/2026, \d{1,2}:30$/);
  });
});

test('a page tells the times of the zone that the school has chosen', async () => {
  const { rows } = await world.services.pool.query<{ readonly id: string; readonly told: string }>(
    `with zoned as (update schools set time_zone = 'Pacific/Kiritimati' returning id)
     select classes.id, to_char(updated_at at time zone 'Pacific/Kiritimati', 'FMDD Mon YYYY, HH24:MI') as told
       from classes join zoned on zoned.id = school_id where class_name = 'Class 4B'`,
  );
  const [{ id, told } = { id: '', told: '' }] = rows;
  const { screen } = await renderRoute({ world, path: `/classes/${id}`, role: 'Teacher' });
  expect((await screen.findAllByText(told, { exact: false })).length).toBeGreaterThan(0);
});

test('whoever chooses another zone for their school sees its times at once', async () => {
  const { rows } = await world.services.pool.query<{ readonly id: string }>(
    `update schools set time_zone = '' returning id`,
  );
  const [{ id } = { id: '' }] = rows;
  const { screen, user } = await renderRoute({ world, path: `/schools/${id}/settings`, role: 'SchoolOwner' });
  await user.type(await screen.findByLabelText(/^Time zone/), 'London');
  await user.click(await screen.findByRole('option', { name: /London/ }));
  expect(loginInfo()?.timeZone).toBe('Asia/Tokyo');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(loginInfo()?.timeZone).toBe('Europe/London'));
});
