import { Form, type FormInstance } from 'antd';
import type { Values } from './FormItem.ts';

/**
 * All values of a form as they change, those of hidden fields included: a field that is hidden by its own value would
 * otherwise return at once. Undefined before the fields are drawn.
 */
export const useFormValues = (form: FormInstance): Values | undefined =>
  Form.useWatch((all: Values) => all, { form, preserve: true });
