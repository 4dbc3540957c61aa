// @vitest-environment jsdom
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { expect, test } from 'vitest';
import { renderPage } from '../../../test/renderPage.tsx';
import { sessionFacts } from '../../../test/sessionFacts.ts';
import { bannerText } from './banner.ts';
import { SessionFactList } from './panels/SessionPanel.tsx';

const facts = sessionFacts();

function Told({ end }: { end: string | null }) {
  const { t } = useTranslation('luna');
  const told = { ...facts, date_permission_expired: end };
  return (
    <>
      <output>{bannerText(told, 'en', t)}</output>
      <SessionFactList facts={told} />
    </>
  );
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test.each([
  ['no end', null],
  ['the default end, 70 years ahead', inDays(25_550)],
])('access with %s is shown as "No end"', async (_what, end) => {
  const { screen } = await renderPage({ page: <Told end={end} />, routes: {} });
  expect((await screen.findByText('Access ends')).nextElementSibling?.textContent).toBe('No end');
  expect(screen.getByRole('status').textContent).not.toContain('Access ends');
});

test('access with an end shows it in one format: in the panel and in the first line of the terminal', async () => {
  const end = inDays(30);
  const { screen } = await renderPage({ page: <Told end={end} />, routes: {} });
  const text = dayjs(end).format('YYYY-MM-DD HH:mm:ss');
  expect((await screen.findByText('Access ends')).nextElementSibling?.textContent).toBe(text);
  expect(screen.getByRole('status').textContent).toContain(`Access ends ${text}.`);
});
