// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { Form, Input } from 'antd';
import { expect, test } from 'vitest';
import { answer } from '../../../../test/fakeServer.ts';
import { renderPage } from '../../../../test/renderPage.tsx';
import { useHttp } from '../../../platform/Platform.tsx';
import { OwnForm } from './OwnForm.tsx';

const isAskedByBrowser = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

function Nickname({ onSaved }: { onSaved: () => void }) {
  const http = useHttp();
  return (
    <OwnForm
      initial={{ nickname: '' }}
      savedText="Saved"
      save={(values) => http.patch('/own/', values, { disableFlashErrorMsg: true })}
      onSaved={onSaved}
    >
      <Form.Item name="nickname" label="Nickname">
        <Input />
      </Form.Item>
    </OwnForm>
  );
}

const open = async (routes: Record<string, unknown>) => {
  const confirmations: boolean[] = [];
  const page = await renderPage({
    page: <Nickname onSaved={() => confirmations.push(isAskedByBrowser())} />,
    routes,
  });
  await page.user.type(page.screen.getByLabelText('Nickname'), 'mo');
  expect(isAskedByBrowser()).toBe(true);
  await page.user.click(page.screen.getByRole('button', { name: 'Submit' }));
  return { ...page, confirmations };
};

test('a form that redirects after saving does not ask whether to discard changes', async () => {
  const { confirmations } = await open({ 'PATCH /own/': {} });
  await waitFor(() => expect(confirmations).toEqual([false]));
});

test('a lost web session is reported only by its dialog', async () => {
  const { screen, platform } = await open({ 'PATCH /own/': answer(401) });
  await screen.findByRole('dialog');
  expect(screen.getByRole('alert', { hidden: true }).textContent).toBe('');
  expect(platform.notify.store.get().toasts).toEqual([]);
});
