// @vitest-environment jsdom
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { meta } from '../../../test/domains.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { UploadText } from './UploadText.tsx';

function Key() {
  const [value, setValue] = useState<unknown>('typed');
  return (
    <UploadText name="key" aria-label="Key" meta={meta({ label: 'Key' })} value={value} onChange={setValue} />
  );
}

test('a key is read from a small text file; larger or binary files are refused, too large ones unread', async () => {
  const { screen, user } = await renderPage({ page: <Key />, routes: {} });
  const key = (await screen.findByRole('textbox', { name: 'Key' })) as HTMLTextAreaElement;
  const chosen = screen.getByLabelText('Upload file: Key');
  const image = new File(['x'.repeat(64 * 1024 + 1)], 'disk.img');
  const read = vi.spyOn(image, 'text');
  await user.upload(chosen, image);
  await screen.findByText('disk.img is larger than 64 kB, so it is not a key or certificate.');
  expect(read).not.toHaveBeenCalled();
  await user.upload(chosen, new File(['a\0b'], 'photo.png'));
  await screen.findByText('photo.png is not a text file. Choose a key or certificate in text format.');
  expect(key.value).toBe('typed');
  await user.upload(chosen, new File(['-----BEGIN'], 'id_ed25519'));
  await screen.findByText('id_ed25519');
  expect(key.value).toBe('-----BEGIN');
  await user.type(key, 'x');
  expect(screen.queryByText('id_ed25519')).toBeNull();
});
