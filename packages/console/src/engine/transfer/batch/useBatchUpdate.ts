import { Form } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../platform/http/errorText.ts';
import { HttpError } from '../../../platform/http/HttpError.ts';
import { useMetadata, usePlatform } from '../../../platform/Platform.tsx';
import { encryptFields } from '../../../platform/secret/encrypt.ts';
import { type FormItem, metaOf, type Values } from '../../form/FormItem.ts';
import { encryptedNames, startingValues, submittedBody } from '../../form/formValues.ts';
import type { ListController } from '../../list/ListSlots.ts';
import { nameOf, type Row } from '../../resource/row.ts';
import { asksUndo, useUndo } from '../../undo/useUndo.ts';
import { batchBody, emptied } from './batchBody.ts';

const useItems = (list: ListController, items: readonly FormItem[] | undefined) => {
  const metadata = useMetadata(items ? undefined : list.resource.url);
  const { data } = metadata;
  const drawn = useMemo((): FormItem[] | undefined => {
    if (items) return [...items];
    const metas = data?.actions?.PATCH ?? data?.actions?.POST;
    if (!metas) return undefined;
    return (list.slots.mode?.batchFields ?? []).flatMap((id) => {
      const meta = metas[id];
      const component = list.slots.batchInputs?.[id];
      return meta ? [{ id, meta, ...(component && { component }) }] : [];
    });
  }, [items, data, list.slots.mode?.batchFields, list.slots.batchInputs]);
  return { items: drawn, metadata };
};

/** Reads a bulk refusal, which has one entry per row: the reasons, each once, and the rows that are gone. */
const bulkReasons = (error: unknown, rows: readonly Row[]): { reasons: string[]; gone: Row[] } => {
  if (!(error instanceof HttpError) || error.status !== 400) return { reasons: [], gone: [] };
  const parts: unknown[] = Array.isArray(error.body) ? error.body : [error.body];
  const isGone = (part: unknown) => typeof part === 'object' && part !== null && 'id' in part;
  const reasons = parts.filter((part) => !isGone(part)).map(messageOf);
  return {
    reasons: [...new Set(reasons.filter(Boolean))],
    gone: rows.filter((_, at) => isGone(parts[at])),
  };
};

/** The number of selected rows, and the name of the resource in the singular or plural to go with it. */
export const selectedOf = ({ selection, resource }: ListController) => {
  const count = selection.rows.length;
  return { count, titles: count === 1 ? resource.title : resource.titles };
};

/** Logic of a batch update: the checked fields, their values, and sending them for every selected row. */
export const useBatchUpdate = (input: {
  list: ListController;
  /** Replaces the metadata's items. */
  items?: readonly FormItem[];
  initial?: Values;
  onDone: () => void;
}) => {
  const { list, onDone } = input;
  const { t } = useTranslation('engine');
  const { http, notify, encrypt } = usePlatform();
  const offerUndo = useUndo();
  const [form] = Form.useForm();
  const { items, metadata } = useItems(list, input.items);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [reasons, setReasons] = useState<string[]>([]);
  const [isSaving, setSaving] = useState(false);
  const disabled = new Set(list.slots.batchDisabled);
  const checked = new Set(chosen.filter((id) => !disabled.has(id)));
  const metas = Object.fromEntries((items ?? []).map((item) => [item.id, metaOf(item)]));

  const save = async () => {
    try {
      await form.validateFields();
    } catch {
      return;
    }
    const known = items ?? [];
    setSaving(true);
    try {
      const wire = submittedBody(known, metas, form.getFieldsValue());
      const body = await encryptFields(emptied(wire, metas, checked), encryptedNames(known), encrypt);
      const answer = await http.patch(list.resource.url, batchBody(list.selection.ids, body, checked), {
        ...asksUndo,
        disableFlashErrorMsg: true,
      });
      offerUndo(t('batch.done', selectedOf(list)), answer);
      list.refetch();
      onDone();
    } catch (error) {
      const { selection, resource } = list;
      const reasons = bulkReasons(error, selection.rows);
      const left = reasons.gone.map((row) => t('batch.gone', { name: nameOf(row, resource.label) }));
      const said = [...left, ...reasons.reasons];
      setReasons(left.length > 0 ? [...said, t('batch.nothingYet')] : said);
      if (said.length === 0) notify.error(error);
      if (left.length > 0) {
        selection.togglePage(reasons.gone, false);
        list.refetch();
      }
      setSaving(false);
    }
  };
  return {
    form,
    items,
    /** The request for the metadata, which has the items unless the page sets them. */
    metadata,
    start: startingValues(items ?? [], metas, input.initial),
    checked,
    disabled,
    toggle: (id: string, on: boolean) =>
      setChosen((now) => (on ? [...now, id] : now.filter((chosenId) => chosenId !== id))),
    reasons,
    isSaving,
    canSave: checked.size > 0 && list.selection.rows.length > 0,
    save,
  };
};
