import type { InputProps } from '../../engine/fields/FieldUi.ts';
import { CodeEditor } from '../../theme/code/CodeEditor.tsx';

/** A command, with line numbers. */
export function CommandInput(props: InputProps<string>) {
  return (
    <CodeEditor
      value={props.value ?? ''}
      onChange={props.onChange}
      onBlur={props.onBlur}
      isReadOnly={props.disabled}
      attributes={{
        id: props.id,
        'aria-label': props['aria-label'] ?? props.meta.label,
        'aria-describedby': props['aria-describedby'],
        'aria-invalid': props['aria-invalid'] === undefined ? undefined : String(props['aria-invalid']),
      }}
    />
  );
}
