import type { FormInstance } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HttpError } from '../../../platform/http/HttpError.ts';
import { usePlatform } from '../../../platform/Platform.tsx';
import type { Unsaved } from '../../../platform/page/useUnsaved.ts';
import type { Row } from '../../resource/row.ts';
import { differencesOf } from '../conflict/conflict.ts';
import { useConflict } from '../conflict/useConflict.ts';
import { flatItems, type Values } from '../FormItem.ts';
import type { FormContext, FormDraft, FormSlots } from '../FormSlots.ts';
import { encryptedNames } from '../formValues.ts';
import type { useFormProblems } from '../useFormProblems.ts';
import type { FormSource, LoadedRow } from '../useFormSource.ts';
import type { useFormStart } from '../useFormStart.ts';
import { useSend } from './useSend.ts';

type Input = {
  target: { url: string; id?: string; cloneFrom?: string };
  slots: FormSlots;
  form: FormInstance;
  context: FormContext;
  source: FormSource;
  begun: ReturnType<typeof useFormStart>;
  problems: ReturnType<typeof useFormProblems>;
  unsaved: Unsaved;
};

/** Stores the values: as a new row, or in one that another user may have changed meanwhile. */
const useStore = (input: Input, busy: (isBusy: boolean) => void) => {
  const { target, slots, form, context, source, begun, unsaved } = input;
  const { send, bodyOf, sendAsNew, answerOf } = useSend(target, slots, context, source);
  const { pendingConflict, save } = useConflict();
  const take = (loaded: LoadedRow) => {
    form.resetFields();
    unsaved.lift();
    source.take(loaded);
  };
  const items = flatItems(begun.groups);
  const filledIn = () => ({ items, values: form.getFieldsValue() as Values });
  const store = (): Promise<Row | undefined> => {
    if (!target.id) return send(filledIn(), undefined);
    const secrets = new Set(encryptedNames(items, slots.encrypt));
    return save({
      etag: source.etag,
      send: (etag) => send(filledIn(), etag),
      create: sendAsNew && (() => sendAsNew(filledIn())),
      reread: source.reread,
      compare: (row) =>
        differencesOf(
          items,
          { base: begun.start, theirs: begun.startOf({ ...context, row }), mine: filledIn().values },
          secrets,
        ),
      take,
      busy,
      discard: unsaved.lift,
    });
  };
  return { pendingConflict, store, answerOf, body: () => bodyOf(filledIn()) };
};

/** Validates and submits a form, and shows errors. Calls are ignored while a submission is in progress. */
export const useSubmit = (input: Input) => {
  const { target, form, problems, unsaved } = input;
  const { notify } = usePlatform();
  const { t } = useTranslation('common');
  const [isSubmitting, setSubmitting] = useState(false);
  const { pendingConflict, store, answerOf, body } = useStore(input, setSubmitting);
  const isValid = async (): Promise<boolean> => {
    try {
      await form.validateFields();
    } catch {
      problems.showOfFields();
      return false;
    }
    problems.clear();
    return true;
  };
  const validateAndSend = async (): Promise<Row | undefined> => {
    if (!(await isValid())) return undefined;
    setSubmitting(true);
    try {
      const row = await store();
      if (row) unsaved.lift();
      return row;
    } catch (error) {
      if (error instanceof HttpError && error.status === 400) problems.showRefusal(error);
      else notify.failed(t(target.id ? 'failed.update' : 'failed.create'), error);
      return undefined;
    } finally {
      setSubmitting(false);
    }
  };
  const isRunning = useRef(false);
  const submit = async (): Promise<Row | undefined> => {
    // A ref, because a second press may come before the page has been redrawn.
    if (isRunning.current) return undefined;
    isRunning.current = true;
    try {
      return await validateAndSend();
    } finally {
      isRunning.current = false;
    }
  };
  const draft: FormDraft = {
    id: target.id,
    body: async () => ((await isValid()) ? body() : undefined),
    refuse: problems.showRefusal,
  };
  return { submit, draft, isSubmitting, pendingConflict, answerOf };
};
