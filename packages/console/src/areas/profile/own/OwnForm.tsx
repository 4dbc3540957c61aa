import { Button, Form, type FormInstance } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRequiredMark } from '../../../engine/form/FormBody.tsx';
import { type Path, placeErrors } from '../../../engine/form/formErrors.ts';
import { errorText, fieldErrorsOf } from '../../../platform/http/errorText.ts';
import { HttpError } from '../../../platform/http/HttpError.ts';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useLeaveGuard } from '../../../platform/page/useLeaveGuard.ts';
import { useUnsaved } from '../../../platform/page/useUnsaved.ts';
import { MarkUnsaved } from '../../../platform/part/MarkUnsaved.ts';
import styles from '../profile.module.css';

type Values = Record<string, unknown>;

/** A form that is saved as a whole: shows errors on their fields, and warns before unsaved input is lost. */
export function OwnForm<T extends Values>(props: {
  children: ReactNode;
  initial: T;
  /** Sends the values; resolves once they are saved. */
  save: (values: T) => Promise<unknown>;
  /** Asked before the values are sent; they are not when it resolves to false. */
  before?: (values: T) => Promise<boolean>;
  onSaved?: () => void;
  /** Told whether there is unsaved input. */
  onUnsaved?: (isUnsaved: boolean) => void;
  savedText: string;
  submitText?: string;
  extra?: ReactNode;
  disabled?: boolean;
  /** Shows the values without a way to change them. */
  isReadOnly?: boolean;
  hasReset?: boolean;
}) {
  const { t } = useTranslation('common');
  const notify = useNotify();
  const [form] = Form.useForm();
  const [isBusy, setIsBusy] = useState(false);
  const unsaved = useUnsaved();
  const [problem, setProblem] = useState<string>();
  const requiredMark = useRequiredMark();
  useLeaveGuard(unsaved.isUnsaved);
  const { onUnsaved } = props;
  useEffect(() => onUnsaved?.(unsaved.isUnsaved), [unsaved.isUnsaved, onUnsaved]);

  const submit = async (values: T) => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      if (props.before && !(await props.before(values))) return;
      await props.save(values);
      unsaved.lift();
      notify.success(props.savedText);
      props.onSaved?.();
    } catch (error) {
      if (error instanceof HttpError && error.isKnown) return;
      setProblem(showErrors(form, error) ?? (errorsOnFields(form) ? undefined : errorText(error, t)));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={requiredMark}
      className={styles.form as string}
      initialValues={props.initial}
      disabled={props.disabled === true || props.isReadOnly === true}
      validateTrigger="onBlur"
      scrollToFirstError={{ focus: true }}
      onValuesChange={(changed: Values) => {
        forgetErrors(form, changed);
        unsaved.mark();
      }}
      onFinish={(values: T) => void submit(values)}
    >
      <MarkUnsaved value={unsaved.mark}>{props.children}</MarkUnsaved>
      <Bar isHidden={props.isReadOnly === true}>
        <span role="alert" className={styles.problem}>
          {problem}
        </span>
        {props.extra}
        {props.hasReset !== false && (
          <Button
            type="text"
            onClick={() => {
              form.resetFields();
              unsaved.lift();
            }}
          >
            {t('action.reset')}
          </Button>
        )}
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {props.submitText ?? t('action.submit')}
        </Button>
      </Bar>
    </Form>
  );
}

const Bar = ({ isHidden, children }: { isHidden: boolean; children: ReactNode }) =>
  isHidden ? null : <div className={styles.bar}>{children}</div>;

const isWithin = (values: unknown, [first, ...rest]: Path): boolean =>
  first === undefined ||
  (typeof values === 'object' &&
    values !== null &&
    first in values &&
    isWithin(Reflect.get(values, first), rest));

/** What was wrong with a value is not said of the next one; that is checked when its field is left. */
const forgetErrors = (form: FormInstance, changed: Values): void =>
  form.setFields(
    form
      .getFieldsError()
      .map(({ name }) => name as Path)
      .filter((name) => isWithin(changed, name))
      .map((name) => ({ name, errors: [], validating: false })),
  );

const errorsOnFields = (form: FormInstance) => form.getFieldsError().some((field) => field.errors.length > 0);

/** Puts server errors on their fields; returns the others as one text. */
export const showErrors = (form: FormInstance, error: unknown): string | undefined => {
  const known = form.getFieldsError().map(({ name }) => name as Path);
  const { fields, general } = placeErrors(fieldErrorsOf(error), known);
  form.setFields(fields.map(({ path, message }) => ({ name: path, errors: [message] })));
  return general.join('; ') || undefined;
};

/** A titled group of fields. */
export function OwnGroup({ title, help, children }: { title: string; help?: string; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <div>
        <h2>{title}</h2>
        {help && <p>{help}</p>}
      </div>
      <div className={styles.fields}>{children}</div>
    </section>
  );
}
