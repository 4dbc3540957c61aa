import { Form, type FormInstance } from 'antd';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HttpError } from '../../platform/http/HttpError.ts';
import { usePlatform } from '../../platform/Platform.tsx';
import { nameOf, type Row } from '../resource/row.ts';
import { differencesOf } from './conflict.ts';
import { type FormGroup, flatItems, type Values } from './FormItem.ts';
import type { FormContext, FormSlots } from './FormSlots.ts';
import { type Path, placeErrors } from './formErrors.ts';
import { formGroups } from './formGroups.ts';
import { encryptedNames, loadedValues, startingValues } from './formValues.ts';
import { type AskedConflict, useConflict } from './useConflict.ts';
import { type FormSource, type LoadedRow, useFormSource } from './useFormSource.ts';
import { useSend } from './useSend.ts';

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
  /** Set while somebody is asked what to do about a change of somebody else's. */
  asked: AskedConflict | undefined;
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

/** Values a form starts with, of a row or of none. */
const useStartOf = (source: FormSource, slots: FormSlots, groups: FormGroup[]) => {
  const { t } = useTranslation('engine');
  const { metas, view } = source;
  return useCallback(
    (context: FormContext): Values => {
      const items = flatItems(groups);
      const { row, isClone } = context;
      const loaded = row ? loadedValues(items, metas, row) : startingValues(items, metas, slots.initial);
      const label = view?.label ?? 'name';
      const values =
        isClone && row ? { ...loaded, [label]: t('form.cloneName', { name: nameOf(row, label) }) } : loaded;
      return slots.start ? slots.start(values, context) : values;
    },
    [groups, metas, view, slots, t],
  );
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
  const startOf = useStartOf(source, slots, groups);
  const start = useMemo(() => startOf(context), [startOf, context]);
  const { send, sendAsNew } = useSend(input, slots, context, source);
  const { asked, save } = useConflict();
  const [problems, setProblems] = useState<FormProblem[]>([]);
  const [isDirty, setDirty] = useState(false);
  const [isSubmitting, setSubmitting] = useState(false);
  const watched = Form.useWatch((all: Values) => all, form) as Values | undefined;
  const isReady = !source.isPending && !source.failed;
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
  const takeOther = (loaded: LoadedRow) => {
    form.resetFields();
    setDirty(false);
    source.take(loaded);
  };
  const sendFilledIn = (addAnother: boolean): Promise<Row | undefined> => {
    const items = flatItems(groups);
    const filledIn = () => ({ items, values: form.getFieldsValue() as Values });
    if (!id) return send(filledIn(), addAnother, undefined);
    const secrets = new Set(encryptedNames(items, slots.encrypt));
    return save({
      etag: source.etag,
      send: (etag) => send(filledIn(), addAnother, etag),
      create: sendAsNew && (() => sendAsNew(filledIn())),
      reread: source.reread,
      compare: (row) =>
        differencesOf(
          items,
          { base: start, theirs: startOf({ ...context, row }), mine: filledIn().values },
          secrets,
        ),
      take: takeOther,
      busy: setSubmitting,
      discard: () => setDirty(false),
    });
  };
  const isRunning = useRef(false);
  const submit = async (addAnother = false): Promise<Row | undefined> => {
    // A second press finds the first one on its way, before anything on the page can say so.
    if (isRunning.current) return undefined;
    isRunning.current = true;
    try {
      return await validateAndSend(addAnother);
    } finally {
      isRunning.current = false;
    }
  };
  const validateAndSend = async (addAnother: boolean): Promise<Row | undefined> => {
    try {
      await form.validateFields();
    } catch {
      refuse(currentProblems());
      return undefined;
    }
    setProblems([]);
    setSubmitting(true);
    try {
      const row = await sendFilledIn(addAnother);
      if (row) setDirty(false);
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
    asked,
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
