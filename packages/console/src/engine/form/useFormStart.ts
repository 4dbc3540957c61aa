import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOf } from '../resource/row.ts';
import { type FormGroup, flatItems, type Values } from './FormItem.ts';
import type { FormContext, FormSlots } from './FormSlots.ts';
import { formGroups } from './formGroups.ts';
import { loadedValues, startingValues } from './formValues.ts';
import type { FormSource } from './useFormSource.ts';

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

/** Initial values of a form, with or without a row. */
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

/** The groups and initial values of a form; `startOf` computes the values for another version of its row. */
export const useFormStart = (source: FormSource, slots: FormSlots, context: FormContext) => {
  const groups = useGroups(source, slots, context);
  const startOf = useStartOf(source, slots, groups);
  const start = useMemo(() => startOf(context), [startOf, context]);
  return { groups, startOf, start };
};
