import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { expectAskingClose } from '../../../test/closing.ts';
import { optionsOf } from '../../../test/domains.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { ProtocolSettingDialog } from './ProtocolSettingDialog.tsx';

const open = async () => {
  const onClose = vi.fn();
  const { user } = await renderPage({
    page: (
      <ProtocolSettingDialog
        row={{ name: 'ssh', port: 22 }}
        isReadOnly={false}
        onClose={onClose}
        onSave={() => undefined}
      />
    ),
    routes: { 'OPTIONS /api/v1/assets/protocol-settings/': optionsOf({ POST: {} }) },
  });
  const required = await screen.findByRole('switch', { name: /^Required/ });
  return { user, onClose, required };
};

test('changed settings of a protocol are discarded only after a question', async () => {
  const { user, onClose, required } = await open();
  await user.click(required);
  await expectAskingClose(user, onClose);
});

test('the settings dialog of a protocol closes without a question if nothing was changed', async () => {
  const { user, onClose } = await open();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});
