import { screen, within } from '@testing-library/react';
import { Form, Input } from 'antd';
import { expect, test } from 'vitest';
import { meta } from '../../../test/domains.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { ItemsDialog } from './ItemsDialog.tsx';

test('a dialog opened from a form that has a field of the same name labels its own', async () => {
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
