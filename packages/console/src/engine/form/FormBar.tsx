import ExclamationCircleOutlined from '@ant-design/icons/ExclamationCircleOutlined';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './Form.module.css';
import type { FormController } from './useResourceForm.ts';

/** Maximum number of problems listed by name; the others are only counted. */
const NAMED = 4;

/** The number of a form's problems and the first few by name, each with a link to its field if it has one. */
export function FormProblems({ controller }: { controller: FormController }) {
  const { t } = useTranslation('engine');
  const { problems } = controller;
  return (
    <div role="alert" className={styles.problems}>
      {problems.length > 0 && (
        <>
          <ExclamationCircleOutlined aria-hidden="true" />
          {t('form.problems', { count: problems.length })}
          {problems.slice(0, NAMED).map(({ path, label }) => (
            <span key={label} className="row" style={{ gap: 6 }}>
              <span aria-hidden="true">·</span>
              {path ? (
                <button type="button" onClick={() => controller.focus(path)}>
                  {label}
                </button>
              ) : (
                label
              )}
            </span>
          ))}
        </>
      )}
    </div>
  );
}

type Props = {
  controller: FormController;
  hasReset: boolean;
  hasAddAnother: boolean;
  canSubmit: boolean;
  onSubmit: (addAnother: boolean) => void;
};

/** Problems on the left; Reset, Save and add another, Submit on the right. */
export function FormBar({ controller, hasReset, hasAddAnother, canSubmit, onSubmit }: Props) {
  const { t } = useTranslation('engine');
  const isOff = !canSubmit || controller.isSubmitting;
  return (
    <div className={styles.bar}>
      <FormProblems controller={controller} />
      <div className={styles.buttons}>
        {hasReset && (
          <Button type="text" disabled={controller.isSubmitting} onClick={controller.reset}>
            {t('form.reset')}
          </Button>
        )}
        {hasAddAnother && (
          <Button disabled={isOff} onClick={() => onSubmit(true)}>
            {t('form.addAnother')}
          </Button>
        )}
        <Button
          type="primary"
          disabled={!canSubmit}
          loading={controller.isSubmitting}
          onClick={() => onSubmit(false)}
        >
          {t('form.submit')}
        </Button>
      </div>
    </div>
  );
}
