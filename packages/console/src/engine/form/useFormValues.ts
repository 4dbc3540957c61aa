import { Form, type FormInstance } from 'antd';
import type { Values } from './FormItem.ts';

/**
 * All values of a form as they change, including those of hidden fields: otherwise a field hidden by its own
 * value would reappear at once. Undefined until the fields are rendered.
 */
export const useFormValues = (form: FormInstance): Values | undefined =>
  Form.useWatch((all: Values) => all, { form, preserve: true });
