import { Form, type FormInstance } from 'antd';
import { useEffect, useEffectEvent, useMemo } from 'react';
import type { RawResponse } from '../../platform/http/HttpOptions.ts';
import { useUnsaved } from '../../platform/page/useUnsaved.ts';
import type { Row } from '../resource/row.ts';
import type { PendingConflict } from './conflict/useConflict.ts';
import type { FormGroup, Values } from './FormItem.ts';
import type { FormContext, FormDraft, FormSlots } from './FormSlots.ts';
import type { Path } from './formErrors.ts';
import { useSubmit } from './send/useSubmit.ts';
import { type FormProblem, useFormProblems } from './useFormProblems.ts';
import { type FormSource, useFormSource } from './useFormSource.ts';
import { useFormStart } from './useFormStart.ts';
import { useFormValues } from './useFormValues.ts';

/** Controller of a form: its values, its problems, and how to submit it. */
export type FormController = {
  form: FormInstance;
  context: FormContext;
  source: FormSource;
  groups: FormGroup[];
  start: Values;
  values: Values;
  problems: FormProblem[];
  isDirty: boolean;
  isSubmitting: boolean;
  /** Set while the user is asked what to do because another user has changed or deleted the row. */
  pendingConflict: PendingConflict | undefined;
  /** Validates, submits, and returns the saved row; undefined if nothing was saved. */
  submit: () => Promise<Row | undefined>;
  draft: FormDraft;
  /** The server's answer to a row that was changed, which may offer an undo. */
  answerOf: (row: Row) => RawResponse<Row> | undefined;
  reset: () => void;
  /** To be called whenever the user changes a value. */
  touched: () => void;
  focus: (path: Path) => void;
};

type Input = { url: string; id?: string; cloneFrom?: string; slots?: FormSlots };

const NO_SLOTS: FormSlots = {};

/**
 * Fills a form with its initial values, except where the user has already typed; the page may watch the
 * values.
 */
const useValues = (
  form: FormInstance,
  start: Values,
  isReady: boolean,
  watch: FormSlots['watch'],
): Values => {
  const watched = useFormValues(form);
  useEffect(() => {
    if (!isReady) return;
    const untouched = Object.entries(start).filter(([name]) => !form.isFieldsTouched([name]));
    form.setFieldsValue(Object.fromEntries(untouched));
  }, [form, start, isReady]);
  const tell = useEffectEvent((now: Values) => watch?.(now));
  useEffect(() => {
    if (watched) tell(watched);
  }, [watched]);
  return watched ?? start;
};

/** The logic of a form: loading its data, its values, its problems, and submitting it. */
export const useResourceForm = (target: Input): FormController => {
  const { url, id, cloneFrom, slots = NO_SLOTS } = target;
  const [form] = Form.useForm();
  const source = useFormSource({ url, id, cloneFrom, query: slots.query });
  const context = useMemo<FormContext>(
    () => ({ mode: id ? 'update' : 'create', row: source.row, isClone: cloneFrom !== undefined && !id }),
    [id, cloneFrom, source.row],
  );
  const begun = useFormStart(source, slots, context);
  const { groups, start } = begun;
  const values = useValues(form, start, !source.isPending && !source.failed, slots.watch);
  const problems = useFormProblems(form, groups, source);
  const unsaved = useUnsaved();
  const sending = useSubmit({ target, slots, form, context, source, begun, problems, unsaved });
  const reset = () => {
    form.resetFields();
    form.setFieldsValue(start);
    problems.clear();
    unsaved.lift();
  };
  const touched = () => {
    unsaved.mark();
    problems.follow();
  };
  return {
    form,
    context,
    source,
    groups,
    start,
    values,
    problems: problems.problems,
    isDirty: unsaved.isUnsaved,
    ...sending,
    reset,
    touched,
    focus: problems.focus,
  };
};
