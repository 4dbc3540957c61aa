import { screen } from '@testing-library/react';
import { Form } from 'antd';
import { expect, test } from 'vitest';
import { renderPage } from '../../../test/renderPage.tsx';
import { ProtocolEditor } from './ProtocolEditor.tsx';

const ssh = { name: 'ssh', port: 22 };
const vnc = { name: 'vnc', port: 5900 };

const addButton = async (isSent: boolean, choices = [ssh, vnc]) => {
  await renderPage({
    page: (
      <Form disabled={isSent}>
        <ProtocolEditor
          label="Protocols"
          choices={choices}
          value={[ssh]}
          onChange={() => undefined}
          mode="asset"
        />
      </Form>
    ),
    routes: {},
  });
  return screen.findByRole<HTMLButtonElement>('button', { name: 'Add protocol' });
};

test('no protocol can be added while the form is being sent', async () => {
  expect((await addButton(true)).disabled).toBe(true);
});

test('a protocol can be added as long as one is left', async () => {
  expect((await addButton(false)).disabled).toBe(false);
});

test('with all protocols in use, none can be added', async () => {
  expect((await addButton(false, [ssh])).disabled).toBe(true);
});
