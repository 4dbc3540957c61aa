import dayjs from 'dayjs';
import { expect, test } from 'vitest';
import { renderPage } from '../../../test/renderPage.tsx';
import { toWireTime } from '../../platform/time/time.ts';
import { EndText } from './EndText.tsx';

const inTwoDays = toWireTime(dayjs().add(50, 'hour'));
const inSeventyYears = toWireTime(dayjs().add(70, 'year'));

test.each([
  ['an end is a date', <EndText key="2" value={inTwoDays} />, /^\d{4}-\d\d-\d\d \d\d:/],
  ['an end that stands for never is no end', <EndText key="3" value={inSeventyYears} />, /^No end$/],
  ['a missing end is a dash', <EndText key="4" value={null} />, /^–$/],
])('%s', async (_what, page, text) => {
  const { screen } = await renderPage({ page, routes: {} });
  expect(await screen.findByText(text)).toBeTruthy();
});
