// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { meta } from '../../../../test/domains.ts';
import { renderPage } from '../../../../test/renderPage.tsx';
import type { FormItem } from '../FormItem.ts';
import { ItemsDialog } from './ItemsDialog.tsx';
import { ItemsForm } from './ItemsForm.tsx';

const name: FormItem = { id: 'name', meta: meta({ label: 'Name', max_length: 9 }), required: true };
const hosts: FormItem = {
  id: 'hosts',
  meta: meta({
    label: 'Hosts',
    type: 'nested object',
    required: true,
    child: {
      children: {
        id: meta({ label: 'ID' }),
        host: meta({ label: 'Host', max_length: 9, required: true }),
        port: meta({ label: 'Port', type: 'integer', default: 22 }),
        made: meta({ label: 'Made', read_only: true }),
      },
    },
  }),
};

type FormProps = Partial<Parameters<typeof ItemsForm>[0]>;
const openForm = async (props: FormProps = {}) => {
  const onSave = vi.fn(async (_values: object) => undefined);
  const page = await renderPage({
    page: <ItemsForm items={[name]} start={{}} onSave={onSave} {...props} />,
    routes: {},
  });
  const save = await page.screen.findByRole('button', { name: props.okText ?? 'Save' });
  return { ...page, onSave, save };
};

test('an items form saves only valid input and shows that it is saving', async () => {
  let finish = () => {};
  const saved = vi.fn((_values: object) => new Promise<void>((resolve) => (finish = resolve)));
  const { user, save } = await openForm({ onSave: saved });
  await user.click(save);
  await screen.findByText('Enter a name.');
  expect(saved).not.toHaveBeenCalled();
  await user.type(screen.getByRole('textbox', { name: /Name/ }), 'dmz');
  await user.click(save);
  await waitFor(() => expect(saved).toHaveBeenCalledExactlyOnceWith({ name: 'dmz' }));
  await waitFor(() => expect(save.className).toContain('loading'));
  await act(async () => finish());
  await waitFor(() => expect(save.className).not.toContain('loading'));
});

test('an items form that failed to save can be saved again', async () => {
  const refused = vi.fn(async () => {
    throw new Error('refused');
  });
  const { user, save } = await openForm({ start: { name: 'dmz' }, onSave: refused, okText: 'Apply' });
  await user.click(save);
  await waitFor(() => expect(save.className).not.toContain('loading'));
  await user.click(save);
  await waitFor(() => expect(refused).toHaveBeenCalledTimes(2));
});

test('a disabled items form cannot be changed or saved', async () => {
  const { save } = await openForm({ disabled: true });
  expect(screen.getByRole('textbox', { name: /Name/ })).toHaveProperty('disabled', true);
  expect(save).toHaveProperty('disabled', true);
});

test('the last object of an optional list can be removed', async () => {
  const free = { ...hosts, meta: { ...hosts.meta!, required: false } };
  const { user } = await openForm({ items: [free], start: { hosts: [{ host: 'a' }] } });
  await user.click(screen.getByRole('button', { name: 'Remove item 1' }));
  expect(screen.queryByRole('textbox', { name: /Host/ })).toBeNull();
});

test('each writable field of an object is rendered, read-only ones are not', async () => {
  const spot = meta({
    label: 'Spot',
    type: 'nested object',
    children: { row: meta({ label: 'Row', max_length: 3 }), made: meta({ label: 'Made', read_only: true }) },
  });
  await openForm({ items: [{ id: 'spot', meta: spot }] });
  screen.getByRole('textbox', { name: 'Row' });
  expect(screen.queryByLabelText('Made')).toBeNull();
});

type DialogProps = Partial<Parameters<typeof ItemsDialog>[0]>;
const openDialog = async (props: DialogProps = {}) => {
  const onClose = vi.fn();
  const onSave = vi.fn();
  const page = await renderPage({
    page: (
      <ItemsDialog
        title="Account"
        items={[name]}
        start={{ name: 'root' }}
        {...{ onClose, onSave }}
        {...props}
      />
    ),
    routes: {},
  });
  const dialog = await page.screen.findByRole('dialog', { name: 'Account' });
  return { ...page, onClose, onSave, dialog };
};
const confirm = (name = 'Confirm') => screen.getByRole('button', { name });

test('a dialog returns its values once they are valid', async () => {
  const { user, onSave } = await openDialog();
  await user.clear(screen.getByRole('textbox', { name: /Name/ }));
  await user.click(confirm());
  await screen.findByText('Enter a name.');
  expect(onSave).not.toHaveBeenCalled();
  await user.type(screen.getByRole('textbox', { name: /Name/ }), 'ada');
  await user.click(confirm());
  await waitFor(() => expect(onSave).toHaveBeenCalledExactlyOnceWith({ name: 'ada' }));
});

test('after saving, a dialog closes without asking', async () => {
  const { user, onClose, onSave } = await openDialog({ okText: 'Create' });
  await user.type(screen.getByRole('textbox', { name: /Name/ }), '2');
  await user.click(confirm('Create'));
  await waitFor(() => expect(onSave).toHaveBeenCalledWith({ name: 'root2' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('a dialog that failed to save keeps its input and asks before closing', async () => {
  const refused = vi.fn(async () => {
    throw new Error('refused');
  });
  const { user, onClose } = await openDialog({ onSave: refused });
  await user.type(screen.getByRole('textbox', { name: /Name/ }), '2');
  await user.click(confirm());
  await waitFor(() => expect(refused).toHaveBeenCalledOnce());
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByText('Close without saving?');
  expect(onClose).not.toHaveBeenCalled();
});

const Named = (props: Record<string, unknown>) => <b>{String(props['aria-label'])}</b>;

test('a field without a label is named by its id for screen readers', async () => {
  const unnamed: FormItem = { id: 'a', label: '', component: Named as never };
  const named: FormItem = { id: 'b', label: 'Bee', component: Named as never };
  await openForm({ items: [unnamed, named] });
  screen.getByText('Field a');
  screen.getByText('undefined');
});

test('surrounding whitespace in text is kept if the page says so', async () => {
  const { user, onSave, save } = await openForm({ items: [{ ...name, trim: false }] });
  await user.type(screen.getByRole('textbox', { name: /Name/ }), ' a ');
  await user.click(save);
  await waitFor(() => expect(onSave).toHaveBeenCalledWith({ name: ' a ' }));
});

test('each item of a group is rendered unless the group is hidden', async () => {
  const group = (over: Partial<FormItem>): FormItem => ({ id: 'g', type: 'group', items: [name], ...over });
  await openForm({
    items: [group({}), group({ id: 'h', items: [{ ...name, id: 'second' }], hidden: true })],
  });
  expect(screen.getAllByRole('textbox')).toHaveLength(1);
});
