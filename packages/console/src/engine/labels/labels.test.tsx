import { domain } from '@gatehouse/contract/resources/assets/domain.ts';
import { label as labelDefinition } from '@gatehouse/contract/resources/labels/label.ts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { listOf } from '../../../test/answerTo.ts';
import { expectAskingCancel, expectAskingClose } from '../../../test/closing.ts';
import { meta } from '../../../test/domains.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { detailRow } from '../../../test/sampleRow.ts';
import { LabelsInput } from '../fields/labels/LabelsInput.tsx';
import { LabelChoices } from './LabelChoices.tsx';
import { LabelsDialog } from './LabelsDialog.tsx';

function Offer() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Labels
      </button>
      {isOpen && <LabelChoices value={[]} onChange={() => undefined} />}
    </>
  );
}

test('a label just assigned to a row is offered the next time', async () => {
  const known = [{ id: 'l1', name: 'env', value: 'prod' }];
  const { user } = await renderPage({
    page: <Offer />,
    routes: listOf(labelDefinition, () => known),
  });
  await user.click(screen.getByRole('button', { name: 'Labels' }));
  await screen.findByRole('checkbox', { name: 'prod' });
  await user.click(screen.getByRole('button', { name: 'Labels' }));
  known.push({ id: 'l2', name: 'team', value: 'night' });
  await user.click(screen.getByRole('button', { name: 'Labels' }));
  expect(await screen.findByRole('checkbox', { name: 'night' })).toBeDefined();
});

/** A form field that is emptied after it is saved. */
function Field({ onSave }: { onSave: (labels: string[]) => void }) {
  const [labels, setLabels] = useState<string[]>([]);
  const save = () => {
    onSave(labels);
    setLabels([]);
  };
  return (
    <>
      <LabelsInput
        name="labels"
        aria-label="Labels"
        meta={meta({ kind: 'labels' })}
        value={labels}
        onChange={(next) => setLabels(next as string[])}
      />
      <button type="button" onClick={save}>
        Save and add another
      </button>
    </>
  );
}

test('labels created meanwhile by a form or by others are offered when its field is opened again', async () => {
  const known = [{ id: 'l1', name: 'env', value: 'prod' }];
  const add = (label: string) => {
    const [name = '', value = ''] = label.split(':');
    known.push({ id: label, name, value });
  };
  const { user } = await renderPage({
    page: <Field onSave={(labels) => [...labels, 'shift:late'].forEach(add)} />,
    routes: listOf(labelDefinition, () => known),
  });
  await user.type(screen.getByRole('combobox', { name: 'Labels' }), 'team:night{Enter}{Escape}');
  await user.click(screen.getByRole('button', { name: 'Save and add another' }));
  await user.click(screen.getByRole('combobox', { name: 'Labels' }));
  await screen.findByTitle('shift:late');
  expect(screen.getByTitle('team:night')).toBeDefined();
});

const ROW = '/api/v1/assets/domains/d1/';
const openLabels = async () => {
  const onClose = vi.fn();
  const { user, server } = await renderPage({
    page: (
      <LabelsDialog
        url="/api/v1/assets/domains/"
        id="d1"
        labels={['env:prod']}
        onClose={onClose}
        onSaved={() => undefined}
      />
    ),
    routes: {
      ...listOf(labelDefinition, []),
      [`PATCH ${ROW}`]: detailRow(domain, { id: 'd1' }),
    },
  });
  await screen.findByRole('dialog', { name: 'Edit labels' });
  const type = async (key: string, value: string) => {
    const [keyBox, valueBox] = ['Key', 'Value'].map((name) => screen.getByRole('combobox', { name }));
    await user.clear(keyBox as HTMLElement);
    if (key) await user.type(keyBox as HTMLElement, key);
    if (value) await user.type(valueBox as HTMLElement, value);
  };
  const save = async () => {
    await user.click(screen.getByText('Edit labels'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
  };
  return { user, onClose, server, type, save };
};

test('a labels dialog with an unfinished label, or with one removed, asks before closing', async () => {
  const typed = await openLabels();
  await typed.user.type(screen.getByRole('combobox', { name: 'Key' }), 'team');
  await typed.user.click(screen.getByText('Edit labels'));
  await expectAskingClose(typed.user, typed.onClose);
  cleanup();
  const taken = await openLabels();
  await taken.user.click(screen.getByRole('button', { name: 'Remove env:prod' }));
  // In tests all layers of the library share one id: the list of the focused field takes Escape from the dialog.
  await expectAskingCancel(taken.user, taken.onClose);
});

const stored = ({ server }: Awaited<ReturnType<typeof openLabels>>) =>
  server.calls('PATCH', ROW).map(({ body }) => (body as { labels: string[] }).labels);

test('a pair entered but not added is saved with the others', async () => {
  const dialog = await openLabels();
  await dialog.type('team', 'night');
  await dialog.user.click(screen.getByRole('button', { name: 'Add' }));
  await dialog.type('shift', 'late');
  await dialog.save();
  await waitFor(() => expect(stored(dialog)).toEqual([['env:prod', 'team:night', 'shift:late']]));
  expect(dialog.onClose).toHaveBeenCalledTimes(1);
});

test('an existing pair entered again, or the key left from the last pair, adds nothing', async () => {
  const dialog = await openLabels();
  await dialog.type('team', 'night');
  await dialog.user.click(screen.getByRole('button', { name: 'Add' }));
  await dialog.save();
  await waitFor(() => expect(stored(dialog)).toEqual([['env:prod', 'team:night']]));
  cleanup();
  const second = await openLabels();
  await second.type('env', 'prod');
  await second.save();
  await waitFor(() => expect(stored(second)).toEqual([['env:prod']]));
});

test('an unfinished or invalid pair is dropped only after confirmation', async () => {
  const dialog = await openLabels();
  await dialog.type('team', '');
  await dialog.save();
  await dialog.user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(stored(dialog)).toEqual([]);
  await dialog.type('a:b', 'c');
  await dialog.save();
  await dialog.user.click(await screen.findByRole('button', { name: 'Save without it' }));
  await waitFor(() => expect(stored(dialog)).toEqual([['env:prod']]));
});
