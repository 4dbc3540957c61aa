import type { FormInstance } from 'antd';
import { useState } from 'react';
import type { HttpError } from '../../platform/http/HttpError.ts';
import { type FormGroup, flatItems } from './FormItem.ts';
import { type Path, placeErrors } from './formErrors.ts';
import type { FormSource } from './useFormSource.ts';

/** A problem to fix before a form can be submitted. */
export type FormProblem = { path?: Path; label: string; message: string };

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

/** The problems that validation or the server found in a form, with their fields. */
export const useFormProblems = (form: FormInstance, groups: FormGroup[], source: FormSource) => {
  const [problems, setProblems] = useState<FormProblem[]>([]);
  const labelOf = labelsOf(groups, source);
  const focus = (path: Path) => {
    form.scrollToField(path, { block: 'center', behavior: 'smooth', focus: true });
    form.focusField(path);
  };
  const ofFields = (): FormProblem[] =>
    form
      .getFieldsError()
      .filter(({ errors }) => errors.length > 0)
      .map(({ name, errors }) => ({
        path: name as Path,
        label: labelOf(String(name.findLast((part) => typeof part === 'string') ?? name[0])),
        message: errors.join('; '),
      }));
  const show = (next: FormProblem[]) => {
    setProblems(next);
    const first = next.find(({ path }) => path)?.path;
    if (first) focus(first);
  };
  const showRefusal = (error: HttpError) => {
    const registered = form.getFieldsError().map(({ name }) => name as Path);
    const placed = placeErrors(error.body, registered, labelOf);
    form.setFields(placed.fields.map(({ path, message }) => ({ name: path, errors: [message] })));
    show([
      ...placed.fields.map(({ path, message }) => ({ path, message, label: labelOf(String(path[0])) })),
      ...placed.general.map((message) => ({ message, label: message })),
    ]);
  };
  return {
    problems,
    focus,
    showOfFields: () => show(ofFields()),
    showRefusal,
    clear: () => setProblems([]),
    /** Updates the list while the user fixes problems. */
    follow: () => {
      if (problems.length > 0) setProblems(ofFields());
    },
  };
};
