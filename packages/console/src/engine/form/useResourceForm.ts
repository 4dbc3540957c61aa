import { Form, type FormInstance } from 'antd';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HttpError } from '../../platform/http/HttpError.ts';
import { usePlatform } from '../../platform/Platform.tsx';
import { encryptFields } from '../../platform/secret/encrypt.ts';
import { nameOf, type Row } from '../resource/row.ts';
import { rowUrl, withQuery } from '../resource/url.ts';
import { type FormGroup, flatItems, type Values } from './FormItem.ts';
import type { FormContext, FormSlots } from './FormSlots.ts';
import { type Path, placeErrors } from './formErrors.ts';
import { formGroups } from './formGroups.ts';
import { encryptedNames, loadedValues, startingValues, submittedBody } from './formValues.ts';
import { type FormSource, useFormSource } from './useFormSource.ts';

/** One thing to put right before a form can be sent. */
export type FormProblem = { path?: Path; label: string; message: string };

/** A form without pixels: what it holds, what is wrong with it, and how to send it. */
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
  /** Validates, sends, and gives the saved row; nothing when something is wrong. */
  submit: (addAnother?: boolean) => Promise<Row | undefined>;
  reset: () => void;
  /** Called by the form when a value changes. */
  touched: () => void;
  focus: (path: Path) => void;
};

type Input = { url: string; id?: string; cloneFrom?: string; slots?: FormSlots };

const NO_SLOTS: FormSlots = {};

const useGroups = (source: FormSource, slots: FormSlots, context: FormContext) =>
  useMemo(() => {
    const groups = formGroups({
      metas: source.metas,
      view: source.view,
      fields: slots.fields,
      groupHelp: slots.groupHelp,
    });
    return slots.groups ? slots.groups(groups, context) : groups;
  }, [source.metas, source.view, slots, context]);

const useStart = (source: FormSource, slots: FormSlots, context: FormContext, groups: FormGroup[]) => {
  const { t } = useTranslation('engine');
  return useMemo(() => {
    const items = flatItems(groups);
    const { row, isClone } = context;
    const loaded = row
      ? loadedValues(items, source.metas, row)
      : startingValues(items, source.metas, slots.initial);
    const label = source.view?.label ?? 'name';
    const values =
      isClone && row ? { ...loaded, [label]: t('form.cloneName', { name: nameOf(row, label) }) } : loaded;
    return slots.start ? slots.start(values, context) : values;
  }, [groups, source.metas, source.view, slots, context, t]);
};

const useSend = (input: Input, slots: FormSlots, context: FormContext, source: FormSource) => {
  const { http, encrypt } = usePlatform();
  return async (groups: FormGroup[], values: Values, addAnother: boolean): Promise<Row> => {
    const items = flatItems(groups);
    const plain = submittedBody(items, source.metas, values);
    const body = slots.toWire ? await slots.toWire(plain, values, context) : plain;
    const sealed = await encryptFields(body, encryptedNames(items, slots.encrypt), encrypt);
    if (slots.submit) return slots.submit(sealed, context, addAnother);
    const options = { disableFlashErrorMsg: true };
    if (input.id)
      return http.put<Row>(withQuery(rowUrl(input.url, input.id), slots.query ?? {}), sealed, options);
    const query = { ...slots.query, ...(input.cloneFrom && { clone_from: input.cloneFrom }) };
    return http.post<Row>(withQuery(input.url, query), sealed, options);
  };
};

const labelsOf = (groups: FormGroup[], source: FormSource) => {
  const labels = new Map(Object.entries(source.metas).map(([name, meta]) => [name, meta.label]));
  for (const item of flatItems(groups)) if (item.label) labels.set(item.id, item.label);
  for (const meta of Object.values(source.metas)) {
    for (const [name, child] of Object.entries(meta.children ?? meta.child?.children ?? {})) {
      if (!labels.has(name)) labels.set(name, child.label);
    }
  }
  return (name: string) => labels.get(name) ?? name;
};

/** Decides everything about one form; views only draw it. */
export const useResourceForm = (input: Input): FormController => {
  const { url, id, cloneFrom, slots = NO_SLOTS } = input;
  const platform = usePlatform();
  const { t: common } = useTranslation('common');
  const [form] = Form.useForm();
  const source = useFormSource({ url, id, cloneFrom, query: slots.query });
  const context = useMemo<FormContext>(
    () => ({ mode: id ? 'update' : 'create', row: source.row, isClone: cloneFrom !== undefined && !id }),
    [id, cloneFrom, source.row],
  );
  const groups = useGroups(source, slots, context);
  const start = useStart(source, slots, context, groups);
  const send = useSend(input, slots, context, source);
  const [problems, setProblems] = useState<FormProblem[]>([]);
  const [isDirty, setDirty] = useState(false);
  const [isSubmitting, setSubmitting] = useState(false);
  const watched = Form.useWatch((all: Values) => all, form) as Values | undefined;
  const isReady = !source.isPending && !source.error;
  useEffect(() => {
    if (!isReady) return;
    const untouched = Object.entries(start).filter(([name]) => !form.isFieldsTouched([name]));
    form.setFieldsValue(Object.fromEntries(untouched));
  }, [form, start, isReady]);

  const tell = useEffectEvent((now: Values) => slots.watch?.(now));
  useEffect(() => {
    if (watched) tell(watched);
  }, [watched]);

  const labelOf = labelsOf(groups, source);
  const focus = (path: Path) => {
    form.scrollToField(path, { block: 'center', behavior: 'smooth', focus: true });
    form.focusField(path);
  };
  const currentProblems = (): FormProblem[] =>
    form
      .getFieldsError()
      .filter(({ errors }) => errors.length > 0)
      .map(({ name, errors }) => ({
        path: name as Path,
        label: labelOf(String(name.findLast((part) => typeof part === 'string') ?? name[0])),
        message: errors.join('; '),
      }));
  const refuse = (next: FormProblem[]) => {
    setProblems(next);
    const first = next.find(({ path }) => path)?.path;
    if (first) focus(first);
  };
  const showServerErrors = (error: HttpError) => {
    const registered = form.getFieldsError().map(({ name }) => name as Path);
    const placed = placeErrors(error.body, registered, labelOf);
    form.setFields(placed.fields.map(({ path, message }) => ({ name: path, errors: [message] })));
    refuse([
      ...placed.fields.map(({ path, message }) => ({ path, message, label: labelOf(String(path[0])) })),
      ...placed.general.map((message) => ({ message, label: message })),
    ]);
  };
  const submit = async (addAnother = false): Promise<Row | undefined> => {
    try {
      await form.validateFields();
    } catch {
      refuse(currentProblems());
      return undefined;
    }
    setProblems([]);
    setSubmitting(true);
    try {
      const row = await send(groups, form.getFieldsValue(), addAnother);
      setDirty(false);
      return row;
    } catch (error) {
      if (error instanceof HttpError && error.status === 400) showServerErrors(error);
      else platform.notify.failed(common(id ? 'failed.update' : 'failed.create'), error);
      return undefined;
    } finally {
      setSubmitting(false);
    }
  };
  return {
    form,
    context,
    source,
    groups,
    start,
    values: watched ?? start,
    problems,
    isDirty,
    isSubmitting,
    submit,
    reset: () => {
      form.resetFields();
      form.setFieldsValue(start);
      setProblems([]);
      setDirty(false);
    },
    touched: () => {
      setDirty(true);
      if (problems.length > 0) setProblems(currentProblems());
    },
    focus,
  };
};
