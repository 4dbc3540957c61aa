import { screen, within } from '@testing-library/react';
import { Form, Input } from 'antd';
import { expect, test, vi } from 'vitest';
import { expectAskingClose } from '../../../../test/closing.ts';
import { meta } from '../../../../test/domains.ts';
import { renderPage } from '../../../../test/renderPage.tsx';
import { ItemsDialog } from './ItemsDialog.tsx';

test('a dialog labels its own field, even if the form that opened it has a field of the same name', async () => {
  await renderPage({
    page: (
      <Form>
        <Form.Item name="name" label="Outer name">
          <Input />
        </Form.Item>
        <ItemsDialog
          title="Account"
          items={[{ id: 'name', meta: meta({ label: 'Inner name' }) }]}
          start={{}}
          onClose={() => undefined}
          onSave={() => undefined}
        />
      </Form>
    ),
    routes: {},
  });
  const dialog = await screen.findByRole('dialog', { name: 'Account' });
  expect(within(dialog).getByRole('textbox', { name: 'Inner name' })).toBeTruthy();
});

test('a dialog with input asks before closing', async () => {
  const onClose = vi.fn();
  const { user } = await renderPage({
    page: (
      <ItemsDialog
        title="Account"
        items={[{ id: 'name', meta: meta({ label: 'Name' }) }]}
        start={{ name: 'root' }}
        onClose={onClose}
        onSave={() => undefined}
      />
    ),
    routes: {},
  });
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), '2');
  await expectAskingClose(user, onClose);
});
