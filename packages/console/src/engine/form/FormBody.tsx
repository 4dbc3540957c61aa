import { Form } from 'antd';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../table/cx.ts';
import styles from './Form.module.css';
import { isShown } from './FormItem.ts';
import { FormItemView } from './FormItemView.tsx';
import { FormScopeProvider } from './FormScope.tsx';
import type { FormController } from './useResourceForm.ts';

/** Returns a function that adds a red star, and hidden text for screen readers, to required labels. */
export const useRequiredMark = () => {
  const { t } = useTranslation('engine');
  return (label: ReactNode, { required }: { required: boolean }) => (
    <>
      {label}
      {required && (
        <>
          <span className={styles.star} aria-hidden="true">
            *
          </span>
          <span className="visually-hidden">{t('form.required')}</span>
        </>
      )}
    </>
  );
};

type Props = { controller: FormController; url: string; isReadOnly?: boolean };

/** Groups of a form: title and help on the left, fields on the right. */
export function FormBody({ controller, url, isReadOnly = false }: Props) {
  const { form, groups, values, context } = controller;
  const requiredMark = useRequiredMark();
  const name = useId();
  return (
    <FormScopeProvider value={{ mode: isReadOnly ? 'view' : context.mode, row: context.row, url }}>
      <Form
        name={name}
        form={form}
        layout="vertical"
        requiredMark={requiredMark}
        initialValues={controller.start}
        scrollToFirstError={false}
        onValuesChange={controller.touched}
        disabled={controller.isSubmitting || isReadOnly}
      >
        {groups
          .filter(({ items }) => items.some((item) => isShown(item, values)))
          .map(({ key, title, help, items }) => (
            <section key={key} className={cx(styles.group, !title && styles.untitled)}>
              {title && (
                <div>
                  <h2>{title}</h2>
                  {help && <p>{help}</p>}
                </div>
              )}
              <div className={styles.fields}>
                {items.map((item) => (
                  <FormItemView key={item.id} item={item} values={values} />
                ))}
              </div>
            </section>
          ))}
      </Form>
    </FormScopeProvider>
  );
}
