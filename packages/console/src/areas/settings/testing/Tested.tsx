import CheckOutlined from '@ant-design/icons/CheckOutlined';
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { Form } from 'antd';
import { createContext, useContext, useState } from 'react';
import type { Values } from '../../../engine/form/FormItem.ts';
import { useFormValues } from '../../../engine/form/useFormValues.ts';
import { StatusText } from '../../../theme/tag/StatusText.tsx';
import styles from '../settings.module.css';

/** What a test said of the values of a form. */
type Said = { text: string; values: Values; isGood: boolean };

/** What the last test of a panel said, and the setting beneath which that is shown. */
export type Tested = {
  about: string | undefined;
  said: Said | undefined;
  tell: (said: Said | undefined) => void;
};

export const TestedContext = createContext<Tested>({
  about: undefined,
  said: undefined,
  tell: () => undefined,
});

/** The outcome of a panel's tests, for its fields and its button. */
export const useTestedOf = (about: string | undefined): Tested => {
  const [said, tell] = useState<Said>();
  return { about, said, tell };
};

/** What the test said, as long as the form has the values that were tested. */
function Line({ said }: { said: Said | undefined }) {
  const values = useFormValues(Form.useFormInstance());
  const isOfThese = said && JSON.stringify(said.values) === JSON.stringify(values);
  return (
    <div role="status" className={styles.tested}>
      {isOfThese && (
        <StatusText
          kind={said.isGood ? 'ok' : 'bad'}
          icon={said.isGood ? <CheckOutlined aria-hidden /> : <CloseOutlined aria-hidden />}
          plain={false}
        >
          {said.text}
        </StatusText>
      )}
    </div>
  );
}

/** Beneath the setting that the test is about: what it said. */
export function TestedLine({ name }: { name: string }) {
  const { about, said } = useContext(TestedContext);
  return name === about && <Line said={said} />;
}
