import type { InputProps } from './FieldUi.ts';

/** The id and accessibility attributes that a form passes to its inputs. */
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
