import { screen, within } from '@testing-library/react';
import { Form, Input } from 'antd';
import { expect, test, vi } from 'vitest';
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

test('a dialog of values with something typed asks before it is closed', async () => {
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
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  // In a test all dialogs of the library share the id of their titles, so it is found by its words.
  const asked = await screen.findByText('Close without saving?');
  const question = within(asked.closest('[role="dialog"]') as HTMLElement);
  await user.click(question.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});
