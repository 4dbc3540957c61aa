// @vitest-environment jsdom
import type { ShownSettingPanel } from '@gatehouse/contract/calls/settings.ts';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { answerTo } from '../../test/answerTo.ts';
import { DOMAINS, domainRows, optionsOf } from '../../test/domains.ts';
import { answer } from '../../test/fakeServer.ts';
import { listScope } from '../../test/listScope.ts';
import { renderPage } from '../../test/renderPage.tsx';
import { AmountCell } from '../engine/cells/AmountCell.tsx';
import { LabelChoices } from '../engine/labels/LabelChoices.tsx';
import { ListScopeProvider } from '../engine/list/ListScope.tsx';
import type { ListController } from '../engine/list/ListSlots.ts';
import { BatchUpdateDialog } from '../engine/transfer/batch/BatchUpdateDialog.tsx';
import type { Chat } from './chat/createChat.ts';
import { History } from './chat/History.tsx';
import { PreferenceForm } from './profile/PreferenceForm.tsx';
import { SettingPanel } from './settings/SettingPanel.tsx';

const nothing = () => undefined;
const [row = { id: 'd1' }] = domainRows(1);
const chosen = { resource: { url: DOMAINS, titles: 'Domains' }, selection: { rows: [row] }, slots: {} };
const lostChat = { loadChats: () => Promise.reject(new Error('No line')) };
const SETTING = '/api/v1/settings/setting/';

const emptyPanel: ShownSettingPanel = {
  name: 'chat',
  category: 'chat',
  page: 'features',
  tab: 'Chat',
  title: 'AI assistant',
  dialog: false,
  can_change: true,
  groups: [],
};

type View = Awaited<ReturnType<typeof renderPage>>;
type Open = (view: View) => Promise<void>;

const places: [place: string, page: ReactNode, routes: Record<string, unknown>, open?: Open][] = [
  ['labels to choose from', <LabelChoices key="a" value={[]} onChange={nothing} />, {}],
  ['conversations of earlier', <History key="b" chat={lostChat as unknown as Chat} chats={[]} />, {}],
  [
    'names behind an amount',
    <ListScopeProvider key="c" value={listScope()}>
      <AmountCell value={2} row={row} name="assets_amount" />
    </ListScopeProvider>,
    {},
    async ({ screen, user }) => user.hover(await screen.findByRole('button', { name: '2' })),
  ],
  ['what preferences there are', <PreferenceForm key="d" category="luna" />, {}],
  [
    'settings',
    <SettingPanel key="e" panel={emptyPanel} />,
    { [`OPTIONS ${SETTING}`]: optionsOf({ PATCH: {} }) },
  ],
  [
    'fields of many rows',
    <BatchUpdateDialog key="f" list={chosen as unknown as ListController} onClose={nothing} />,
    {},
  ],
];

test.each(places)(
  'B-8-011 a failed load is reported and can be tried again: %s',
  async (_, page, routes, open) => {
    const view = await renderPage({
      page,
      // Any other address answers with 404.
      routes: { ...answerTo(`GET ${SETTING}`, answer(502, {})), ...routes },
    });
    await open?.(view);
    const alert = await view.screen.findByRole('alert', { hidden: true });
    expect(alert.textContent).toContain('Loading failed.');
    expect(alert.querySelector('button')?.textContent).toBe('Try again');
  },
);
