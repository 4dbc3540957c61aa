import { Form, type FormInstance } from 'antd';
import type { Values } from './FormItem.ts';

/** All values of a form as they change; undefined before its fields are drawn. */
export const useFormValues = (form: FormInstance): Values | undefined =>
  Form.useWatch((all: Values) => all, form);
