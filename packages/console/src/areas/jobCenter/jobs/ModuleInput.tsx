import { isServedModule } from '@gatehouse/contract/ops/jobs.ts';
import { ChoiceInput } from '../../../engine/fields/choice/ChoiceInput.tsx';
import type { InputProps } from '../../../engine/fields/FieldUi.ts';

/** Modules that runners carry out, and the one that the job has. */
export const ModuleInput = (props: InputProps) => {
  const choices = (props.meta.choices ?? []).filter(
    ({ value }) => isServedModule(value) || value === props.value,
  );
  return <ChoiceInput {...props} meta={{ ...props.meta, choices }} />;
};
