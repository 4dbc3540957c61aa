import type { FieldKind } from '@gatehouse/contract/resource/fields.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import type { ComponentType } from 'react';
import { LabelsInput } from '../labels/LabelsInput.tsx';
import { RefInput, RefsInput } from '../select/RelatedInput.tsx';
import { SelectorInput } from '../select/SelectorInput.tsx';
import { BitsInput } from './bits/BitsInput.tsx';
import { BooleanInput } from './boolean/BooleanInput.tsx';
import { ChoiceInput } from './choice/ChoiceInput.tsx';
import { ChoicesInput } from './choices/ChoicesInput.tsx';
import { ComputedInput } from './computed/ComputedInput.tsx';
import { CrontabInput } from './crontab/CrontabInput.tsx';
import { TimeInput } from './datetime/TimeInput.tsx';
import type { InputProps } from './FieldUi.ts';
import { FloatInput } from './float/FloatInput.tsx';
import { IntegerInput } from './integer/IntegerInput.tsx';
import { IntervalInput } from './interval/IntervalInput.tsx';
import { JsonInput } from './json/JsonInput.tsx';
import { kindOf } from './kindOf.ts';
import { ListInput } from './list/ListInput.tsx';
import { PhoneInput } from './phone/PhoneInput.tsx';
import { SecretInput } from './secret/SecretInput.tsx';
import { TextInput } from './text/TextInput.tsx';

/** The input of every kind; red until complete. */
const inputs: Record<FieldKind, ComponentType<InputProps>> = {
  amount: ComputedInput,
  bits: BitsInput,
  boolean: BooleanInput,
  choice: ChoiceInput,
  choices: ChoicesInput,
  computed: ComputedInput,
  crontab: CrontabInput,
  datetime: TimeInput,
  float: FloatInput,
  integer: IntegerInput,
  interval: IntervalInput,
  ipGroup: ListInput,
  json: JsonInput,
  labels: LabelsInput,
  list: ListInput,
  nested: JsonInput,
  phone: PhoneInput,
  ref: RefInput,
  refs: RefsInput,
  secret: SecretInput,
  selector: SelectorInput,
  text: TextInput,
  uuid: TextInput,
};

/** The input of a field. */
export const inputOf = (meta: FieldMeta): ComponentType<InputProps> => inputs[kindOf(meta)];
