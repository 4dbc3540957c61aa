import { servedTypes } from '@gatehouse/contract/ops/jobs.ts';
import { ChoiceInput } from '../../../engine/fields/choice/ChoiceInput.tsx';
import type { InputProps } from '../../../engine/fields/FieldUi.ts';

const served: ReadonlySet<unknown> = new Set(servedTypes);

/** Types of jobs that runners carry out. */
export const TypeInput = (props: InputProps) => (
  <ChoiceInput
    {...props}
    meta={{ ...props.meta, choices: (props.meta.choices ?? []).filter(({ value }) => served.has(value)) }}
  />
);
