// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { DOMAINS, domainOptions } from '../../../test/domains.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { FormDialog } from './FormDialog.tsx';

const open = async (width: number) => {
  const { screen } = await renderPage({
    page: <FormDialog url={DOMAINS} mode="new" onClose={() => undefined} />,
    routes: { [`OPTIONS ${DOMAINS}`]: domainOptions },
    width,
  });
  const { style } = (await screen.findByRole('dialog')).closest<HTMLElement>('.ant-modal') as HTMLElement;
  return [style.getPropertyValue('--ant-modal-xs-width') || style.width, style.top];
};

test('A-2.9-053 a dialog takes 60% of a desktop screen and starts at 3vh', async () => {
  expect(await open(1440)).toEqual(['60%', '3vh']);
});

test('A-2.9-053 below the desktop width a dialog is 1000 px wide and starts at 3vh', async () => {
  expect(await open(800)).toEqual(['1000px', '3vh']);
});
