import type { FieldKind } from '@gatehouse/contract/resource/fields.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import type { ComponentType } from 'react';
import { CrontabInput } from '../form/CrontabInput.tsx';
import { IntervalInput } from '../form/IntervalInput.tsx';
import { JsonInput } from '../form/JsonInput.tsx';
import { PhoneInput } from '../form/PhoneInput.tsx';
import { SecretInput } from '../form/SecretInput.tsx';
import { LabelsInput } from '../labels/LabelsInput.tsx';
import { RefInput, RefsInput } from '../select/RelatedInput.tsx';
import { SelectorInput } from '../select/SelectorInput.tsx';
import { BitsInput } from './bitsInput.tsx';
import { BooleanInput } from './booleanInput.tsx';
import { ChoiceInput } from './choiceInput.tsx';
import { ChoicesInput } from './choicesInput.tsx';
import { ComputedInput } from './computedInput.tsx';
import { TimeInput } from './datetimeInput.tsx';
import type { InputProps } from './FieldUi.ts';
import { FloatInput } from './floatInput.tsx';
import { IntegerInput } from './integerInput.tsx';
import { kindOf } from './kindOf.ts';
import { ListInput } from './listInput.tsx';
import { TextInput } from './textInput.tsx';

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
