import type { InputProps } from './FieldUi.ts';

/**
 * The props that a form's inputs pass on to their element: id, blur handler, state, placeholder and
 * accessibility attributes.
 */
export const ariaOf = (props: InputProps) => ({
  id: props.id,
  onBlur: props.onBlur,
  disabled: props.disabled,
  placeholder: props.placeholder,
  'aria-label': props['aria-label'],
  'aria-describedby': props['aria-describedby'],
  'aria-invalid': props['aria-invalid'],
  'aria-required': props['aria-required'],
});
