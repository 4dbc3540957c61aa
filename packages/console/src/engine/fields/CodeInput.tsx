import { CodeEditor } from '../../theme/code/CodeEditor.tsx';
import type { InputProps } from './FieldUi.ts';

/** A text of several lines, such as a command or a playbook, with line numbers. */
export function CodeInput(props: InputProps<string>) {
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
